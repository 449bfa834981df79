// read-types.mjs TOOL LIBRARY OUT   — API tables of a generated library by one tool, as JSON:
//   { component: { prop: { type, default } } }
// TOOL: docgen (react-docgen-typescript) or dumi (the parser of dumi-afx-deps). Both are loaded from the folder PEERS.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [tool, folder, out] = process.argv.slice(2);
const require = createRequire(path.join(process.env.PEERS ?? '.', 'package.json'));
const root = path.resolve(folder);
const READ = { docgen, dumi };
fs.writeFileSync(out, JSON.stringify(await READ[tool]()));

function docgen() {
  const { withCustomConfig } = require('react-docgen-typescript');
  const parser = withCustomConfig(path.join(root, 'tsconfig.json'), {
    savePropValueAsString: true,
    shouldExtractValuesFromUnion: true,
    shouldExtractLiteralValuesFromEnum: true,
    shouldRemoveUndefinedFromOptional: true,
  });
  const files = fs.readdirSync(path.join(root, 'src'), { recursive: true }).filter((file) => file.endsWith('.tsx'));
  const found = parser.parse(files.map((file) => path.join(root, 'src', file)));
  const typeOf = ({ name, value }) => (value ? value.map((one) => one.value).join(' | ') : name);
  return Object.fromEntries(
    found.map(({ displayName, props }) => [
      displayName,
      Object.fromEntries(
        Object.values(props).map(({ name, type, defaultValue }) => [
          name,
          { type: typeOf(type), default: defaultValue?.value },
        ]),
      ),
    ]),
  );
}

async function dumi() {
  const { SchemaParser, SchemaResolver } = require('dumi-afx-deps/compiled/parser');
  const parser = new SchemaParser({ entryPath: path.join(root, 'src/index.ts'), basePath: root, mode: 'normal' });
  await parser.load();
  const resolver = new SchemaResolver(await parser.parse(), { mode: 'normal' });
  const found = await resolver.components;
  const typeOf = (schema) =>
    schema.enum?.join(' | ') ??
    schema.oneOf?.map(typeOf).join(' | ') ??
    schema._unknown ??
    schema.type ??
    schema.const ??
    JSON.stringify(schema);
  return Object.fromEntries(
    Object.entries(found).map(([id, { props }]) => [
      id,
      Object.fromEntries(
        Object.entries(props?.properties ?? {}).map(([name, schema]) => [
          name,
          { type: String(typeOf(schema)), default: schema.default },
        ]),
      ),
    ]),
  );
}
