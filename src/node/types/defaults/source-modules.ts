import path from 'node:path';
import { scriptCandidates } from '../../base/files/script-candidates.ts';
import * as ts from '../compiler/index.ts';
import { bindingIn, exportIn, type Import } from './module-syntax.ts';

export interface SyntaxLocation {
  file: ts.SourceFile;
  node: ts.Node;
}

/** Maximum number of files through which a name is followed. */
const MAX_STEPS = 10;

/** Syntax trees of TypeScript modules and of shipped JavaScript, because the compiler reads no values from declaration files. */
export type SourceModules = ReturnType<typeof createSourceModules>;

/** Creates the syntax trees. Each file is parsed once. */
export function createSourceModules({ program, session }: { program: ts.Program; session: ts.Session }) {
  const parsed = new Map<string, ts.SourceFile | undefined>();

  const parse = (filePath: string): ts.SourceFile | undefined =>
    session.readFile(filePath) === undefined ? undefined : session.parse([filePath]).files[0];
  const open = (filePath: string): ts.SourceFile | undefined => {
    if (!parsed.has(filePath)) parsed.set(filePath, program.file(filePath) ?? parse(filePath));
    return parsed.get(filePath);
  };

  const resolve = (from: ts.SourceFile, specifier: string): ts.SourceFile | undefined => {
    if (!/^\.\.?(?:\/|$)/.test(specifier)) return undefined;
    const target = path.resolve(path.dirname(from.fileName), specifier);
    for (const candidate of scriptCandidates(target)) {
      const file = /\.[cm]?[jt]sx?$/.test(candidate) ? open(candidate) : undefined;
      if (file) return file;
    }
    return undefined;
  };

  const follow = (
    file: ts.SourceFile,
    found: ts.Node | Import | undefined,
    steps: number,
  ): SyntaxLocation | undefined => {
    if (!found || steps > MAX_STEPS) return undefined;
    if (!('specifier' in found)) {
      return ts.isIdentifier(found) ? binding(file, found.text, steps + 1) : { file, node: found };
    }
    if (found.specifier === undefined) return binding(file, found.name, steps + 1);
    const target = resolve(file, found.specifier);
    return target && exported(target, found.name, steps + 1);
  };
  const binding = (file: ts.SourceFile, name: string, steps = 0): SyntaxLocation | undefined =>
    follow(file, bindingIn(file, name), steps);
  const exported = (file: ts.SourceFile, name: string, steps = 0): SyntaxLocation | undefined => {
    const { found, stars } = exportIn(file, name);
    if (found || steps > MAX_STEPS) return follow(file, found, steps);
    for (const specifier of stars) {
      const target = resolve(file, specifier);
      const location = target && exported(target, name, steps + 1);
      if (location) return location;
    }
    return undefined;
  };

  return {
    open,
    resolve,
    /** Returns the location of a name, following imports of other files. */
    binding: (file: ts.SourceFile, name: string): SyntaxLocation | undefined => binding(file, name),
    exported: (file: ts.SourceFile, name: string): SyntaxLocation | undefined => exported(file, name),
  };
}
