// src/node/compile/markdown.ts
import { toHtml } from "hast-util-to-html";
import { toHast } from "mdast-util-to-hast";
import { markdownToMdast } from "satteri";

// src/shared/base-url.ts
var SAFE_SCHEMES = /* @__PURE__ */ new Set(["http", "https", "mailto", "tel"]);
function isExternal(url) {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}
function withBase(base, routePath) {
  return isExternal(routePath) || !routePath.startsWith("/") ? routePath : `${base}${routePath.slice(1)}`;
}
function isSafeUrl(url) {
  const text = trimControls(decodeReferences(url)).replace(/[\t\n\r]/g, "");
  if (hasControls(text)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === void 0 || SAFE_SCHEMES.has(scheme.toLowerCase());
}
function decodeReferences(text) {
  return text.replace(/&#x([0-9a-f]{1,7});?/gi, (_, digits) => characterOf(Number.parseInt(digits, 16))).replace(/&#([0-9]{1,8});?/g, (_, digits) => characterOf(Number(digits))).replace(/&(colon|tab|newline);/gi, (_, name) => name.toLowerCase() === "colon" ? ":" : "	");
}
function characterOf(codePoint) {
  return codePoint <= 1114111 ? String.fromCodePoint(codePoint) : "\uFFFD";
}
function isControl(code) {
  return code < 32 || code >= 127 && code <= 159;
}
function hasControls(text) {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}
function trimControls(text) {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

// src/node/html-text.ts
import { decodeHTMLStrict } from "entities/decode";
var decodeEntities = decodeHTMLStrict;

// src/node/compile/nodes.ts
function childrenOf(node) {
  return node.children;
}
function walk(parent, visit) {
  const siblings = parent.children;
  for (let index = 0; index < siblings.length; index++) {
    const node = siblings[index];
    const result = visit(node, index, siblings);
    if (Array.isArray(result)) {
      siblings.splice(index, 1, ...result);
      index += result.length - 1;
    } else if (result !== false && childrenOf(node)) {
      walk(node, visit);
    }
  }
}
function textOf(node, skip) {
  if (skip?.(node)) return "";
  if ("value" in node && typeof node.value === "string") return isMarkup(node.type) ? "" : node.value;
  if ("alt" in node && typeof node.alt === "string") return node.alt;
  let text = "";
  for (const child of childrenOf(node) ?? []) text += textOf(child, skip);
  return text;
}
function isMarkup(type) {
  return type === "html" || type === "raw" || type === "comment" || type.startsWith("mdx");
}
function isBlank(node) {
  return node.type === "text" && "value" in node && !/\S/.test(String(node.value));
}

// src/node/compile/parse/heading-attributes.ts
var ATTRIBUTES = /\s*\{\s*#([^\s{}#"'<>`]+)((?:\s+\.[\w-]+)*)\s*\}\s*$/;
function withoutHeadingAttributes(text) {
  return text.replace(ATTRIBUTES, "");
}

// src/node/compile/markdown.ts
function parseMarkdown(text) {
  const [mark, dot, ampersand] = MARKS.filter((candidate) => !text.includes(candidate));
  let shielded = mark && dot ? shieldAddresses(text, { mark, dot }) : text;
  if (ampersand) shielded = shieldReferences(shielded, ampersand);
  let result = parse(shielded);
  for (let pass = 0; pass < 3 && mark; pass++) {
    const ranges = directiveRanges(result, shielded);
    if (ranges.length === 0) break;
    shielded = shieldColons(shielded, ranges, mark);
    result = parse(shielded);
  }
  if (shielded === text) return result;
  if (dot) unshield(result, dot, ".");
  if (ampersand) unshieldReferences(result, ampersand);
  return mark ? unshield(result, mark, ":") : result;
}
function parse(text) {
  return markdownToMdast(text, { features: { directive: true, frontmatter: false } });
}
var MARKS = ["\u2E31", "\u2E33", "\u2E34", "\u10FB"];
function directiveRanges(tree, text) {
  const ranges = [];
  let last = 0;
  walk(tree, (node) => {
    if (node.type !== "textDirective" && node.type !== "leafDirective") return;
    let start = node.position?.start.offset ?? 0;
    while (start > last && /[:\w\p{L}-]/u.test(text[start - 1] ?? "")) start--;
    last = node.position?.end.offset ?? start;
    ranges.push([start, last]);
    return false;
  });
  return ranges;
}
var ADDRESS = /www\.|:\/\//g;
var MOST_ADDRESSES = 1e3;
function shieldAddresses(text, { mark, dot }) {
  const hasMany = (part) => (part.match(ADDRESS)?.length ?? 0) > MOST_ADDRESSES;
  if (!hasMany(text)) return text;
  return text.replace(
    /\S+/g,
    (word) => hasMany(word) ? word.replaceAll("www.", `www${dot}`).replaceAll("://", `${mark}//`) : word
  );
}
var MOST_REFERENCES = 500;
function shieldReferences(text, mark) {
  const references = /\\[\s\S]|&(?=#?[a-z0-9]{1,31};)/gi;
  const hasMany = (block) => (block.match(references)?.length ?? 0) > MOST_REFERENCES;
  if (!text.split(/\n[ \t]*\n/).some(hasMany)) return text;
  return text.replace(references, (found) => found === "&" ? mark : found);
}
function unshieldReferences(tree, mark) {
  const references = new RegExp(`${mark}(#?[a-z0-9]{1,31};)`, "gi");
  changeTexts(tree, (text, { type, key }) => {
    const asWritten = key === "value" && type !== "text";
    return text.replace(references, (_, name) => asWritten ? `&${name}` : decodeEntities(`&${name}`));
  });
}
function shieldColons(text, ranges, mark) {
  let result = "";
  let last = 0;
  for (const [start, end] of ranges) {
    result += text.slice(last, start) + text.slice(start, end).replaceAll(":", mark);
    last = end;
  }
  return result + text.slice(last);
}
function unshield(tree, mark, text) {
  changeTexts(tree, (value) => value.replaceAll(mark, text));
  return tree;
}
function changeTexts(tree, change) {
  walk(tree, (node) => {
    const fields = node;
    for (const key of ["value", "url", "title", "alt", "meta", "lang", "label", "identifier"]) {
      const value = fields[key];
      if (typeof value === "string") fields[key] = change(value, { type: node.type, key });
    }
    return void 0;
  });
}
function headingText(markdownInline) {
  const tree = parseMarkdown(markdownInline);
  let inBadge = false;
  const text = textOf(tree, (node) => {
    if (node.type === "html" && "value" in node) {
      if (/^<Badge\b[^>]*[^/]>$/.test(String(node.value))) inBadge = true;
      if (/^<\/Badge\s*>$/.test(String(node.value))) inBadge = false;
    }
    return inBadge;
  });
  return withoutHeadingAttributes(text).replace(/\s+/g, " ").trim();
}
function renderMarkdown(markdown, base = "/") {
  return toHtml(render(markdown, base));
}
function droppedFrom(markdown) {
  const dropped = [];
  walk(parseMarkdown(markdown), (node) => {
    if (node.type === "html" && !node.value.startsWith("<!--")) dropped.push(node.value);
    if ("url" in node && !isSafeUrl(node.url)) dropped.push(node.url);
  });
  return dropped;
}
function renderInline(markdown, base = "/") {
  const content = render(markdown, base).filter((node) => !isBlank(node));
  const only = content.length === 1 ? content[0] : void 0;
  return toHtml(only?.type === "element" && only.tagName === "p" ? only.children : content);
}
function render(markdown, base) {
  const tree = toHast(parseMarkdown(markdown));
  const root = { children: tree.type === "root" ? tree.children : [] };
  walk(root, (node) => {
    if (node.type !== "element") return;
    for (const name of ["href", "src"]) {
      const url = node.properties[name];
      if (typeof url !== "string") continue;
      if (!isSafeUrl(url)) delete node.properties[name];
      else if (isExternal(url)) Object.assign(node.properties, name === "href" ? externalLink(url) : {});
      else node.properties[name] = withBase(base, url);
    }
    return void 0;
  });
  return root.children;
}
function externalLink(url) {
  if (!/^(https?:|\/\/)/i.test(url)) return {};
  return { target: "_blank", rel: ["noreferrer"], className: ["external"] };
}
export {
  droppedFrom,
  externalLink,
  headingText,
  parseMarkdown,
  renderInline,
  renderMarkdown
};
