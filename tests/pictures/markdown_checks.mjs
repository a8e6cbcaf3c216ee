// SPDX-License-Identifier: MIT
import { marked } from 'marked';

/// A report's Markdown has the parts that we wrote and none that came from data.
export function checkMarkdown({ check, drawn, text, what }) {
  const html = marked.parse(text, { gfm: true });
  const count = (pattern) => [...html.matchAll(pattern)].length;
  const where = `${what} markdown`;
  const titles = [...html.matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map((match) => match[1]);
  check(titles[0].startsWith('Tree '), `${where}: the title is ${titles[0]}`);
  const ours = /^(Tree|What is wrong with the tree \(\d+\)|Failed \(\d+\)|Not finished \(\d+\)|Result of .*|Cost by depth|Picture)$/;
  for (const title of titles.slice(1)) check(ours.test(title), `${where}: a heading ${title}`);
  for (const element of ['a', 'img', 'i', 'b', 'u', 'script', 'del', 'input', 'style']) {
    check(count(new RegExp(`<${element}[ >]`, 'g')) === 0, `${where}: <${element}>`);
  }
  check(count(/<strong>/g) === 1, `${where}: <strong>`);
  check(count(/<blockquote>\n<p>/g) === (drawn.nodes[0].prompt === '' ? 0 : 1) && count(/<blockquote>/g) <= 1, `${where}: <blockquote>`);
  const tree = html.slice(html.indexOf('<h2>Tree</h2>'), html.indexOf('<h2>Picture</h2>'));
  check([...tree.matchAll(/<li>/g)].length === drawn.nodes.length, `${where}: the tree's items`);
  check(count(/<code class="language-mermaid">/g) === 1 && html.trimEnd().endsWith('</code></pre>'), `${where}: the picture`);
  for (const row of html.matchAll(/<tr>(.*?)<\/tr>/gs)) {
    const cells = [...row[1].matchAll(/<t[hd]/g)].length;
    check([2, 4, 5].includes(cells), `${where}: a row of ${cells} cells`);
  }
}
