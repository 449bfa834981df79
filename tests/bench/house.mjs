/**
 * Measures the structure of the code in `src`: rooms, dependencies between rooms, long functions, module state, and
 * knowledge that several files repeat. `node tests/bench/house.mjs [FOLDER] [--json]` prints the figures of a checkout,
 * so that you can compare two commits. The architecture test reads the rooms from here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** The rooms of `src/node` in their order: each imports only from rooms before it. */
export const ROOM_ORDER = [
  ...['base', 'store', 'project', 'content', 'markdown', 'bundle', 'types', 'render', 'output', 'build'],
  ...['dev', 'tools'],
];

/** Knowledge that should be in one file, with a pattern that finds it. */
const FACTS = {
  'hashes contents': /\bcreateHash\(/,
  'serializes results': /from 'node:v8'/,
  'makes paths relocatable': /\b(?:movable|portable|relocat\w*)\b/i,
  'links output files': /\bnlink\b|\blink(?:Sync)?\(/,
};

/** Module variables that outlive a call, in code that programs import, each with its reason. */
export const MODULE_STATE = {
  'src/node/bundle/barrels/read-module.ts: known':
    'what files contain, which is read again after a change: all bundles of all sites may share it',
  'src/node/project/loop-worker.ts: timers': 'the tasks that this worker watches, which is one for each process',
  'src/node/render/server-module.ts: production':
    '`NODE_ENV` belongs to the process: the last build that needs it restores it',
  'src/node/store/tool-files.ts: own': 'the tool that this process has loaded, the same for all builds',
  'src/node/store/tool-files.ts: packages':
    'versions of packages, keyed weakly by site, so that one build sees the same ones throughout',
};

/** Source files below `root`, as paths with slashes. */
export function sourceFiles(root) {
  const list = (folder) =>
    fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return list(file);
      return /\.tsx?$/.test(file) && !file.endsWith('.d.ts') ? [file] : [];
    });
  return list('src').sort();
}

/** The room of a file: a folder in a ring, or a loose file. */
export function roomOf(file) {
  const [, ring, room, ...more] = file.split('/');
  if (room === undefined) return ring;
  if (ring !== 'node' && ring !== 'runtime') return ring;
  return more.length === 0 ? `${ring}/${room}` : `${ring}/${room}/`;
}

function parse(root, file) {
  return parseSync(file, fs.readFileSync(path.join(root, file), 'utf8'));
}

/** Finds everything that a source file imports: static, dynamic and type imports, and re-exports. */
export function importsOf(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const found = (specifier, isType) => ({
    from: file,
    specifier,
    target: specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined,
    isType,
  });
  const areTypes = (entries) => entries.length > 0 && entries.every(({ isType }) => isType);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => found(moduleRequest.value, areTypes(entries))),
    ...module.staticExports.flatMap(({ entries }) => {
      const request = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest;
      return request ? [found(request.value, areTypes(entries))] : [];
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const quoted = /^(['"])(.+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return quoted ? [found(quoted[2], false)] : [];
    }),
  ];
}

/** Counts imports for each pair of rooms, such as `node/build/ > node/base/`. */
export function pairsOf(imports) {
  const pairs = new Map();
  for (const { from, target } of imports) {
    const [room, other] = [roomOf(from), target?.startsWith('src/') && roomOf(target)];
    if (!other || room === other) continue;
    const pair = `${room} > ${other}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/**
 * Counts imports for each pair of wings, the folders in a room of `src/node`, such as `build/compose > build/pages`. Loose
 * files of a room are in no wing.
 */
export function wingPairsOf(imports) {
  const wingOf = (file) => /^src\/node\/([^/]+)\/([^/]+)\//.exec(file ?? '')?.slice(1);
  const pairs = new Map();
  for (const { from, target } of imports) {
    const [own, other] = [wingOf(from), wingOf(target)];
    if (!own || !other || own[0] !== other[0] || own[1] === other[1]) continue;
    const pair = `${own.join('/')} > ${other.join('/')}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Finds groups of rooms or wings that depend on each other: strongly connected components with more than one of them. */
export function cyclesOf(pairs) {
  const targets = new Map();
  for (const pair of pairs.keys()) {
    const [from, to] = pair.split(' > ');
    targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const reach = (start) => {
    const seen = new Set();
    const visit = (room) => {
      for (const next of targets.get(room) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        visit(next);
      }
    };
    visit(start);
    return seen;
  };
  const reached = new Map([...targets.keys()].map((room) => [room, reach(room)]));
  const groups = new Map();
  for (const [room, rooms] of reached) {
    if (!rooms.has(room)) continue;
    const group = [...rooms].filter((other) => reached.get(other)?.has(room)).sort();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

/** Finds imports from a room further right in {@link ROOM_ORDER}. */
export function importsToTheRight(imports) {
  const placeOf = (file) => ROOM_ORDER.indexOf(/^src\/node\/([^/]+)\//.exec(file)?.[1] ?? '');
  return imports.filter(({ from, target }) => {
    if (!target?.startsWith('src/node/') || !from.startsWith('src/node/')) return false;
    return placeOf(target) > placeOf(from);
  });
}

/**
 * Finds the lengths of all functions of a file in lines, and its module state: `let`, empty collections, and results of
 * functions named `create…`, such as caches.
 */
export function looksOf(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const { program } = parseSync(file, text);
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const lengths = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body)
      lengths.push(lineAt(node.end) - lineAt(node.start) + 1);
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value);
  };
  visit(program.body);
  const state = program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node) => node?.type === 'VariableDeclaration')
    .flatMap(({ kind, declarations }) =>
      declarations.filter(({ init }) => {
        if (kind === 'let') return true;
        const isEmpty = (init?.arguments ?? init?.elements ?? []).length === 0;
        if (init?.type === 'NewExpression') return isEmpty && /^(Weak)?(Map|Set)$/.test(init.callee.name ?? '');
        if (init?.type === 'CallExpression') return /^create(?!Require\b)[A-Z]/.test(init.callee.name ?? '');
        return init?.type === 'ArrayExpression' && isEmpty;
      }),
    )
    .map(({ id }) => `${file}: ${id.name}`);
  return { lengths, state };
}

/** The declaration of a statement of a module, exported or not. */
const declarationOf = (node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node);

/** Finds exported types of pages: in the rooms between a file and its page, with "Page" in their name. */
export function pageTypesOf(root, file) {
  if (!/^src\/node\/(?:build|pipeline|render|content|markdown)\//.test(file)) return [];
  return parse(root, file)
    .program.body.filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration)
    .filter(({ declaration: { type, id } }) => /^TS(?:Interface|TypeAlias)/.test(type) && id.name.includes('Page'))
    .map(({ declaration }) => `${file}: ${declaration.id.name}`);
}

/** Finds interfaces that only describe the result of a function beside them: `createX(): X`. */
export function resultInterfacesOf(root, file) {
  const nodes = parse(root, file).program.body.map(declarationOf);
  const interfaces = new Set(nodes.flatMap(({ type, id }) => (type === 'TSInterfaceDeclaration' ? id.name : [])));
  return nodes.flatMap(({ type, id, returnType }) => {
    if (type !== 'FunctionDeclaration' || !/^(?:create|open|start)[A-Z]/.test(id?.name ?? '')) return [];
    const { typeName, typeArguments } = returnType?.typeAnnotation ?? {};
    const name = typeName?.name === 'Promise' ? typeArguments?.params[0]?.typeName?.name : typeName?.name;
    return interfaces.has(name) ? [`${file}: ${name}`] : [];
  });
}

/** Finds files that only one file imports, in the same folder. */
export function soloFilesOf(root, imports) {
  const importers = new Map();
  for (const { from, target } of imports)
    if (target?.startsWith('src/')) importers.set(target, (importers.get(target) ?? new Set()).add(from));
  return [...importers].flatMap(([file, [from, ...others]]) => {
    const isSolo = others.length === 0 && path.posix.dirname(from) === path.posix.dirname(file);
    return isSolo && fs.existsSync(path.join(root, file)) ? [`${file} in ${path.posix.basename(from)}`] : [];
  });
}

/** Counts lines and comments of the code in `src`, style sheets and scripts included. */
export function linesOf(root) {
  const found = fs
    .readdirSync(path.join(root, 'src'), { recursive: true })
    .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file))
    .map((file) => [`src/${file.split(path.sep).join('/')}`, fs.readFileSync(path.join(root, 'src', file), 'utf8')]);
  const count = (text) => text.split('\n').length - 1;
  const sum = (texts) => texts.reduce((all, text) => all + count(text), 0);
  const all = found.map(([, text]) => text);
  const comments = all.flatMap((text) => text.match(/^[ \t]*(?:\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*$|\/\/.*$)/gm) ?? []);
  return {
    files: all.length,
    lines: sum(all),
    'lines outside of tools': sum(found.flatMap(([file, text]) => (file.startsWith('src/node/tools/') ? [] : [text]))),
    'comment lines per 1,000': Math.round(((sum(comments) + comments.length) / sum(all)) * 1000),
  };
}

/** Finds files outside of the rooms `bundle` and `demos` that bundle demos, or combine what a demo consists of. */
export function demoPlacesOf(root, file) {
  if (!/^src\/node\/(?!bundle\/|render\/demos\/)/.test(file)) return [];
  const pattern = /\b(?:describeDemos|completeDemos|bundleDemos|bundleDemoScripts|bundleDemoSources|createUnit)\(/;
  return pattern.test(fs.readFileSync(path.join(root, file), 'utf8')) ? [file] : [];
}

/** Figures that the architecture test limits. */
export function countHouse(root) {
  const files = sourceFiles(root);
  const each = (find) => files.flatMap((file) => find(root, file));
  return {
    ...linesOf(root),
    'exported types of pages': each(pageTypesOf),
    'interfaces of one result': each(resultInterfacesOf),
    'places that bundle or assemble demos': each(demoPlacesOf),
    'files with one importer, in their folder': soloFilesOf(
      root,
      files.flatMap((file) => importsOf(root, file)),
    ),
  };
}

/** Computes all figures of the code below `root`. */
export function measureHouse(root) {
  const files = sourceFiles(root);
  const texts = files.map((file) => fs.readFileSync(path.join(root, file), 'utf8'));
  const imports = files.flatMap((file) => importsOf(root, file));
  const ofNode = imports.filter(({ from, target }) => from.startsWith('src/node/') && target?.startsWith('src/node/'));
  const looks = files.map((file) => looksOf(root, file));
  const lengths = looks.flatMap((look) => look.lengths);
  const [all, node] = [pairsOf(imports), pairsOf(ofNode)];
  const count = (pairs) => [...pairs.values()].reduce((sum, number) => sum + number, 0);
  return {
    ...countHouse(root),
    'rooms of src/node': new Set(files.filter((file) => file.startsWith('src/node/')).map(roomOf)).size,
    'pairs of src/node': node.size,
    'imports between rooms of src/node': count(node),
    'pairs of all rooms': all.size,
    'cycles of rooms': cyclesOf(all),
    'cycles of wings': cyclesOf(wingPairsOf(imports)),
    'imports to the right': importsToTheRight(imports).map(({ from, specifier }) => `${from} imports ${specifier}`),
    'functions over 60 lines': lengths.filter((length) => length > 60).length,
    'functions over 80 lines': lengths.filter((length) => length > 80).length,
    'longest function': Math.max(...lengths),
    'mutable module state': looks
      .flatMap(({ state }) => state)
      .filter((name) => /^src\/node\//.test(name))
      .map((name) => `${name}: ${MODULE_STATE[name] ?? 'no reason given'}`),
    'files that know a fact': Object.fromEntries(
      Object.entries(FACTS).map(([fact, pattern]) => [
        fact,
        files.filter((file, index) => file.startsWith('src/node/') && pattern.test(texts[index])).length,
      ]),
    ),
  };
}

/** Prints the table of rooms: files, lines, and the rooms from which each imports. */
export function roomTable(root) {
  const files = sourceFiles(root).filter((file) => file.startsWith('src/node/'));
  const pairs = pairsOf(files.flatMap((file) => importsOf(root, file)));
  return ROOM_ORDER.map((room) => {
    const own = files.filter((file) => file.startsWith(`src/node/${room}/`));
    const lines = own.reduce(
      (sum, file) => sum + fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1,
      0,
    );
    const from = ROOM_ORDER.filter((other) => pairs.has(`node/${room}/ > node/${other}/`));
    return `${room.padEnd(9)} ${String(own.length).padStart(4)} files ${String(lines).padStart(6)} lines  imports ${from.join(', ') || '-'}`;
  }).join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const [folder = '.', ...flags] = process.argv
    .slice(2)
    .sort((a, b) => Number(a.startsWith('-')) - Number(b.startsWith('-')));
  const root = path.resolve(folder.startsWith('-') ? '.' : folder);
  const figures = measureHouse(root);
  if (folder === '--json' || flags.includes('--json')) console.log(JSON.stringify(figures, null, 2));
  else {
    for (const [name, value] of Object.entries(figures)) {
      const isList = Array.isArray(value);
      console.log(`${name}: ${isList ? value.length : typeof value === 'object' ? JSON.stringify(value) : value}`);
      if (isList) for (const entry of value) console.log(`  ${Array.isArray(entry) ? entry.join(' ') : entry}`);
    }
    console.log(`\n${roomTable(root)}`);
  }
}
