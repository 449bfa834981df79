import { ownValue } from '../../../shared/own-value.ts';

export interface TemplateNames {
  /** A package name that npm accepts, such as `my-library`. */
  name: string;
  title: string;
}

/** Packages that the starter depends on: a package cannot depend on a package with its own name. */
const TAKEN = ['cascader-docs', 'react', 'react-dom', 'typescript', 'node_modules', 'favicon.ico'];
const FALLBACK = 'my-components';

/** Returns the names for a starter in the folder `folderName`. */
export function namesOf(folderName: string): TemplateNames {
  const words = folderName.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || 'My Components';
  const name = folderName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, 200);
  if (name === '') return { name: FALLBACK, title };
  return { name: TAKEN.includes(name) ? `${name}-components` : name, title };
}

/** `__NAME__` becomes the value of `name`. */
export function fillIn(template: string, values: TemplateNames & Record<string, string>): string {
  return template.replace(/__([A-Z]+)__/g, (place, key: string) => ownValue(values, key.toLowerCase()) ?? place);
}
