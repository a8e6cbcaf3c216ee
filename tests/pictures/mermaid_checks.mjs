// SPDX-License-Identifier: MIT
import { join } from 'node:path';

const fills = {
  completed: 'rgb(144, 238, 144)', failed: 'rgb(255, 182, 193)', running: 'rgb(135, 206, 235)',
  queued: 'rgb(211, 211, 211)', cancelled: 'rgb(211, 211, 211)',
};

/// The labels of a picture's source, by its own entity codes.
function labelsOf(picture) {
  return [...picture.matchAll(/^ {2}n\d+\["(.*)"\]:::(\w+)$/gm)].map((match) =>
    match[1].replaceAll('<br/>', '').replace(/#(\d+);/g, (_, code) => String.fromCharCode(code)));
}

const withoutSpaces = (text) => text.replace(/\s+/g, '');

async function render(page, work, picture, theme) {
  await page.setContent('<!doctype html><body><div id="out"></div>');
  await page.addScriptTag({ path: join(work, 'node_modules/mermaid/dist/mermaid.min.js') });
  return page.evaluate(async ([text, name]) => {
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: name });
    try {
      document.getElementById('out').innerHTML = (await mermaid.render('picture', text)).svg;
    } catch (error) {
      return { error: String(error) };
    }
    const nodes = [...document.querySelectorAll('g.node')].map((node) => {
      const label = node.querySelector('.nodeLabel') ?? node;
      return {
        number: Number(/flowchart-n(\d+)-/.exec(node.id)?.[1] ?? 0), text: node.textContent,
        fill: getComputedStyle(node.querySelector('.label-container') ?? node).fill, color: getComputedStyle(label).color,
        markup: label.querySelectorAll('b,i,em,strong,del,a,code,img,script,svg,.katex').length,
      };
    });
    return { nodes: nodes.sort((a, b) => a.number - b.number), edges: document.querySelectorAll('path.flowchart-link').length };
  }, [picture, theme]);
}

/// Every node and edge is there, every label is what was written, in its colour, and readable in both themes.
export async function checkMermaid({ browser, check, drawn, picture, shot, what, work }) {
  for (const theme of ['default', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 800 }, colorScheme: theme === 'dark' ? 'dark' : 'light' });
    const result = await render(page, work, picture, theme);
    const where = `${what} mermaid ${theme}`;
    check(result.error === undefined, `${where}: ${result.error}`);
    if (result.error === undefined) {
      const parents = drawn.nodes.filter((node) => node.depth > 0).length;
      check(result.nodes.length === drawn.nodes.length, `${where}: ${result.nodes.length} nodes of ${drawn.nodes.length}`);
      check(result.edges === parents, `${where}: ${result.edges} edges of ${parents}`);
      const labels = labelsOf(picture);
      result.nodes.forEach((node, index) => {
        check(withoutSpaces(node.text) === withoutSpaces(labels[index] ?? ''),
          `${where}: the label is\n  ${node.text}\nand not\n  ${labels[index]}`);
        check(node.markup === 0, `${where}: markup in ${node.text}`);
        check(node.color === 'rgb(0, 0, 0)', `${where}: text in ${node.color}`);
        const fill = fills[drawn.nodes[index]?.state] ?? 'rgb(255, 255, 255)';
        check(node.fill === fill, `${where}: ${node.text} in ${node.fill} and not ${fill}`);
      });
      await page.screenshot({ path: `${shot}-mermaid-${theme}.png`, fullPage: true });
    }
    await page.close();
  }
}
