// SPDX-License-Identifier: MIT
import { pathToFileURL } from 'node:url';

const surfaces = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 360 },
  { name: 'phone-dark', colorScheme: 'dark', width: 360 },
  { name: 'paper', colorScheme: 'dark', media: 'print', width: 794 },
];

/// Runs in the page: what sticks out, and text that is hard to read on what is behind it.
function look() {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide, the window ${root.clientWidth}`);
  const parts = (color) => color.match(/[\d.]+/g).map(Number);
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = parts(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return [red, green, blue];
    }
    return [255, 255, 255];
  };
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === '' || element.closest('.unseen') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const cell = element.closest('td, th, li, pre, p, dd, main').getBoundingClientRect();
    if (box.right > cell.right + 1.5 || box.left < cell.left - 1.5) faults.push(`text sticks out: ${text.data.slice(0, 60)}`);
    const [front, back] = [light(parts(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(2)}: ${text.data.slice(0, 60)}`);
  }
  for (const bar of document.querySelectorAll('.bar')) {
    const [inner, outer] = [bar.getBoundingClientRect(), bar.parentElement.getBoundingClientRect()];
    if (inner.width < 2 || inner.left < outer.left - 1 || inner.right > outer.right + 1) faults.push(`a bar at ${bar.style.cssText}`);
  }
  return { faults, scripts: document.scripts.length, items: document.querySelectorAll('.tree li').length,
    foreign: document.querySelectorAll('main i, main b, main img, main a, main u').length };
}

/// The page asks the network for nothing, runs nothing, and can be read everywhere.
export async function checkReport({ browser, check, drawn, page: file, shot, what }) {
  const address = pathToFileURL(file).href;
  for (const surface of surfaces) {
    const page = await browser.newPage({ viewport: { width: surface.width, height: 900 }, colorScheme: surface.colorScheme });
    const where = `${what} report ${surface.name}`;
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => { asked.push(`dialog ${dialog.message()}`); void dialog.dismiss(); });
    page.on('console', (message) => asked.push(`console ${message.text()}`));
    await page.goto(address, { waitUntil: 'networkidle' });
    if (surface.media !== undefined) await page.emulateMedia({ media: surface.media });
    const seen = await page.evaluate(look);
    check(asked.length === 1 && asked[0] === address, `${where}: asked for ${asked.join(', ')}`);
    check(seen.scripts === 0 && seen.foreign === 0, `${where}: markup from data`);
    check(seen.items === drawn.nodes.length, `${where}: ${seen.items} nodes of ${drawn.nodes.length}`);
    check(seen.faults.length === 0, `${where}: ${seen.faults.join('; ')}`);
    await page.screenshot({ path: `${shot}-report-${surface.name}.png`, fullPage: true });
    await page.close();
  }
}
