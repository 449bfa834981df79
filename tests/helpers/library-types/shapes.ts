import fs from 'node:fs/promises';

/** A component, or a few exports, with the expected table. */
export interface Shape {
  title: string;
  /** Source by path. The first file is `index.tsx`. */
  files: Record<string, string>;
  /** The table as `printTables` prints it. */
  table: string;
}

/** Reads shapes from a Markdown file: a heading, then fences with the source, and a `text` fence with the table. */
export async function readShapes(file: string): Promise<Shape[]> {
  const text = await fs.readFile(file, 'utf8');
  return text.split(/^## /m).slice(1).map(readShape);
}

function readShape(section: string): Shape {
  const files: Shape['files'] = {};
  let table = '';
  for (const [, language, name = 'index.tsx', code = ''] of section.matchAll(
    /^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm,
  )) {
    if (language === 'text') table = code.trimEnd();
    else files[name] = name.endsWith('.tsx') ? `import * as React from 'react';\n${code}` : code;
  }
  return { title: section.slice(0, section.indexOf('\n')), files, table };
}
