/** An import in a source file. */
export interface Import {
  from: string;
  specifier: string;
  /** Path below the root, for relative imports. */
  target?: string;
  isType: boolean;
}
export const ROOM_ORDER: string[];
export const MODULE_STATE: Record<string, string>;
export function sourceFiles(root: string): string[];
export function roomOf(file: string): string;
export function importsOf(root: string, file: string): Import[];
export function pairsOf(imports: Import[]): Map<string, number>;
export function wingPairsOf(imports: Import[]): Map<string, number>;
export function cyclesOf(pairs: Map<string, number>): string[][];
export function importsToTheRight(imports: Import[]): Import[];
export function roomTable(root: string): string;
export function looksOf(root: string, file: string): { lengths: number[]; state: string[] };
export function countHouse(root: string): Record<string, number | string[]>;
