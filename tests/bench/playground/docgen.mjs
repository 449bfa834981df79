// Compares controls with react-docgen-typescript and with the compiler.
import fs from 'node:fs';
import path from 'node:path';

const COMPILER_OPTIONS = { strict: true, jsx: 4, module: 99, moduleResolution: 100, target: 9, skipLibCheck: true };
/** Files whose props are no own props. */
const FOREIGN = /@types\/react\/|@types\/react-dom\/|csstype\/|typescript\/lib\//;

/**
 * @param required loads packages of the measured folder
 * @param shared the functions of `src/shared/playground`
 */
export function createDocgen({ required, shared }) {
  return { runDocgen, compareDocgen, explainMissing };

  function runDocgen(site, { package: from, components }) {
    const docgen = required('react-docgen-typescript');
    const ids = Object.keys(components);
    const file = path.join(site, 'docgen.tsx');
    const roots = [...new Set(ids.map((id) => id.split('.')[0]))];
    fs.writeFileSync(
      file,
      [
        `import { ${roots.join(', ')} } from '${from}';`,
        ...ids.map((id, index) => `export const C${index} = ${id};`),
      ].join('\n'),
    );
    const parser = docgen.withCompilerOptions(COMPILER_OPTIONS, {
      shouldExtractLiteralValuesFromEnum: true,
      shouldExtractValuesFromUnion: true,
      shouldRemoveUndefinedFromOptional: true,
      shouldIncludePropTagMap: true,
    });
    const found = {};
    for (const [index, { props }] of parser.parse(file).entries()) found[ids[index]] = ownProps(props);
    return found;
  }

  /** Compares the documented literals of own props with the controls. */
  function compareDocgen(schema, documented) {
    const without = new Map(schema.without);
    const known = shared.namesOf(schema);
    const isListed = (name) => known.includes(name) || without.has(name);
    const missing = [];
    let literals = 0;
    for (const [name, { literals: values, type }] of Object.entries(documented)) {
      if (!isListed(name)) continue;
      literals += values.length;
      const control = without.has(name) ? undefined : shared.controlOf(schema, name).control;
      const absent = values.filter((value) => !control || !shared.accepts({ control }, value));
      const parts = control ? shared.partsOf(control) : [];
      const isNode = parts.some(({ kind }) => kind === 'node') && absent.every((value) => typeof value === 'boolean');
      const reason = without.get(name) ?? (isNode ? 'ReactNode' : undefined);
      if (absent.length > 0) missing.push({ name, type, absent, ...(reason && { reason }) });
    }
    return {
      literals,
      missing,
      undocumented: [...known, ...without.keys()].filter((name) => !documented[name]),
      dropped: Object.keys(documented).filter((name) => !isListed(name)),
    };
  }

  /** Checks whether the compiler also rejects the literals that are not offered without a reason. */
  function explainMissing(site, library, components) {
    const ts = required('typescript');
    const questions = components.flatMap(({ id, missing = [] }) =>
      missing.filter(({ reason }) => !reason).flatMap((prop) => prop.absent.map((value) => ({ id, prop, value }))),
    );
    if (questions.length === 0) return;
    const file = path.join(site, 'literals.tsx');
    const roots = [...new Set(questions.map(({ id }) => id.split('.')[0]))];
    const lines = questions.map(({ id, prop: { name }, value }, index) => {
      const initial = library.components[id];
      const given = { ...(typeof initial === 'string' ? {} : initial), [name]: value };
      const attributes = Object.entries(given).map(([key, one]) => ` ${key}={${JSON.stringify(one)}}`);
      return `export const q${index} = <${id}${attributes.join('')} />;`;
    });
    fs.writeFileSync(file, [`import { ${roots.join(', ')} } from '${library.package}';`, ...lines].join('\n'));
    const program = ts.createProgram([file], COMPILER_OPTIONS);
    const source = program.getSourceFile(file);
    const wrong = new Set(
      program.getSemanticDiagnostics(source).map(({ start }) => source.getLineAndCharacterOfPosition(start).line - 1),
    );
    for (const [index, { prop, value }] of questions.entries())
      if (wrong.has(index)) prop.rejected = [...(prop.rejected ?? []), value];
  }
}

function ownProps(props) {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, { type, declarations = [], tags = {} }]) => {
      if (declarations.length > 0 && declarations.every(({ fileName }) => FOREIGN.test(fileName))) return [];
      const values = type.name === 'enum' ? type.value.map(({ value }) => value) : [type.raw ?? type.name];
      const files = declarations.map(({ fileName }) => fileName.replace(/^.*node_modules\//, ''));
      return [[name, { literals: values.flatMap(literalOf), type: type.raw ?? type.name, files, tags }]];
    }),
  );
}

function literalOf(text) {
  if (text === 'boolean') return [true, false];
  if (!/^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)$/.test(text)) return [];
  return [JSON.parse(text)];
}
