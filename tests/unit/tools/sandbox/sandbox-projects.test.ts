import { expect, it } from 'vitest';
import { hashProject } from '../../../../src/node/tools/sandbox/sandbox-projects.ts';
import { createSandboxProject } from '../../../../src/shared/sandbox-project.ts';
import { demoSource } from './demo-source.ts';

const project = createSandboxProject(demoSource('a', 'Simple'));

it('hashes a project to the same text, whatever the order of its files', () => {
  const turned = {
    ...Object.fromEntries(Object.entries(project).reverse()),
    files: Object.fromEntries(Object.entries(project.files).reverse()),
  } as typeof project;
  expect(hashProject(turned)).toBe(hashProject(project));
  expect(hashProject(project)).toMatch(/^[0-9a-f]{16}$/);
});

it('changes the hash with title, description, a file, a package or its version', () => {
  const changed = [
    { ...project, title: 'Other' },
    { ...project, description: '' },
    { ...project, files: { ...project.files, 'App.tsx': '' } },
    { ...project, files: { ...project.files, 'new.ts': '' } },
    { ...project, dependencies: { ...project.dependencies, react: '18.0.0' } },
    { ...project, dependencies: { ...project.dependencies, more: '1.0.0' } },
  ];
  expect(new Set([project, ...changed].map(hashProject)).size).toBe(changed.length + 1);
});
