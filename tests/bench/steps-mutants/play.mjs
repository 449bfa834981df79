// Plays the steps of demos of a built site, without everything else that `check` does.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './project.mjs';

const RUNNER = path.join(ROOT, 'lib/browser/check-steps.js');
/** The markup of the page, without internal keys of options, which readers neither see nor use. */
const BODY =
  "[...document.body.children].filter((element) => !element.matches('script, link')).map(({ outerHTML }) => outerHTML).join('').replace(/ data-path-key=\"[^\"]*\"/g, '')";
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };

/** Serves a folder with a built site. */
export async function serveFolder(folder) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const base = path.join(folder, decodeURIComponent(pathname));
    const file = [base, `${base}.html`, path.join(base, 'index.html')].find((one) =>
      fs.statSync(one, { throwIfNoEntry: false })?.isFile(),
    );
    response.statusCode = file ? 200 : 404;
    if (file) response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'text/html; charset=utf-8');
    response.end(file && fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Returns the demos with steps of a built site: `{ id, name, js, names }`. */
export function listDemos(folder) {
  const pages = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.html'));
  const demos = new Map();
  for (const page of pages) {
    const html = fs.readFileSync(path.join(folder, page), 'utf8');
    const data = /<script[^>]*id="site:data"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
    for (const demo of Object.values(JSON.parse(data ?? '{}').demos ?? {}))
      if (demo.steps)
        demos.set(demo.id, {
          id: demo.id,
          name: path.basename(demo.filename, '.tsx'),
          url: demo.url,
          js: demo.steps.js,
          names: demo.steps.list.map(({ name }) => name),
        });
  }
  return [...demos.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Plays the steps of a demo until one fails. Returns `{ failure?, messages, states, hits }`; each state has HTML, and a screenshot if wanted.
 *
 * @param input `driver` or `events`
 * @param afterSteps also keeps the state after each step, not only the initial and the named ones
 */
export async function playSteps(
  browser,
  site,
  demo,
  { input = 'driver', screenshots = false, afterSteps = true, timeout = 5000 } = {},
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const messages = [];
  const states = [];
  page.on('console', (message) => /error|warning/.test(message.type()) && messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  const keep = async (name) => {
    await page.evaluate('cascaderSteps.rest(5000)');
    const html = await page.evaluate(BODY);
    states.push({ name, html, ...(screenshots && { screenshot: await screenshot(page) }) });
  };
  const keys = ({ key }) => (key === ' ' ? 'Space' : key);
  await page.exposeFunction('cascaderStepInput', async (command) => {
    const { kind, x, y, text } = command;
    if (kind === 'click')
      await page.mouse.click(Math.floor(x), Math.floor(y), { button: command.button, clickCount: command.count });
    else if (kind === 'move') await page.mouse.move(Math.floor(x), Math.floor(y));
    else if (kind === 'press') await page.keyboard.press(keys(command));
    else await page.keyboard.type(text);
  });
  await page.exposeFunction('cascaderStepState', keep);
  let failure;
  try {
    await page.goto(`${site}${demo.url}?alone`, { timeout: 30_000, waitUntil: 'load' });
    await page.evaluate(fs.readFileSync(RUNNER, 'utf8'));
    // The content security policy of the page forbids Playwright's own function.
    const isStarted = "document.querySelector('#root')?.hasChildNodes() === true";
    while (!(await page.evaluate(isStarted))) await delay(50);
    await delay(300);
    await page.evaluate(`cascaderSteps.load(${JSON.stringify(demo.js)})`);
    await keep('');
    for (const [index, name] of demo.names.entries()) {
      const request = { index, input, states: true, timeout, stepTimeout: 6 * timeout };
      const failed = await page.evaluate(`cascaderSteps.run(${JSON.stringify(request)})`);
      if (failed) failure = { index, name, ...failed };
      if (failed) break;
      if (afterSteps) await keep(name);
    }
  } catch (error) {
    failure ??= { index: -1, name: '', message: error.message.split('\n')[0] };
  }
  const hits = await page.evaluate('[...(globalThis.mutantHits ?? [])]').catch(() => []);
  await context.close();
  return { failure, messages, states, hits };
}

async function screenshot(page) {
  return (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
}

/** Plays demos, two at the same time. */
export async function playAll(demos, play) {
  const queue = [...demos];
  const work = async () => {
    for (let demo = queue.shift(); demo; demo = queue.shift()) await play(demo);
  };
  await Promise.all([work(), work()]);
}

/** Returns true if all states have the same markup and the same screenshots. */
export function compareStates(states, others) {
  const isEqual = ({ name, html, screenshot: pixels }, index) => {
    const other = others[index];
    return name === other?.name && html === other.html && pixels === other.screenshot;
  };
  return states.length === others.length && states.every(isEqual);
}
