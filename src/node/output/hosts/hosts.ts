import type { Target } from '../../project/config/targets.ts';

/** Limits of a hosting provider. A limit is absent if the provider documents none. Sizes are in bytes. */
export interface HostLimits {
  name: string;
  /** Maximum number of files of a site; `more` is the limit of a paid plan. */
  files?: { most: number; more?: number };
  filesInFolder?: number;
  fileSize?: number;
  /** Maximum size of the whole site in bytes. */
  size?: { most: number; more?: number };
  redirects?: number;
  /** Maximum number of characters in a line of `_redirects`. */
  redirectLength?: number;
  /** Maximum number of bytes in the path of a file. */
  pathLength?: number;
  /** Characters that the provider refuses in names. */
  refused?: { pattern: RegExp; shown: string };
}

const MB = 1024 * 1024;

export const HOSTS: Record<Target, HostLimits> = {
  // docs.github.com, "GitHub Pages limits": published sites may be no larger than 1 GB. actions/upload-pages-artifact: larger
  // sites are likely to exceed the limit of ten minutes, and nothing above 10 GB is deployed.
  'github-pages': { name: 'GitHub Pages', size: { most: 1024 * MB } },
  // developers.cloudflare.com, "Pages: Limits" and "Redirects": 20,000 files on the free plan, 100,000 on paid plans since
  // January 2026, 25 MiB per file, 2,000 static redirects of 1,000 characters.
  'cloudflare-pages': {
    name: 'Cloudflare Pages',
    files: { most: 20_000, more: 100_000 },
    fileSize: 25 * MB,
    redirects: 2000,
    redirectLength: 1000,
  },
  // docs.netlify.com, "Deploy overview": 54,000 files per folder, without a limit for the site. The deployment reports: "Deployed
  // filenames cannot contain # or ? characters".
  netlify: {
    name: 'Netlify',
    filesInFolder: 54_000,
    refused: { pattern: /[#?]/, shown: '# or ?' },
  },
  // vercel.com, "Limits": 100 MB of static files on the Hobby plan, 1 GB on Pro; 2,048 routes, of which our headers need four.
  vercel: { name: 'Vercel', size: { most: 100 * MB, more: 1024 * MB }, redirects: 2044 },
  // docs.aws.amazon.com, "Naming Amazon S3 objects": 1,024 bytes per key; "Uploading objects": 5 GB in one request.
  s3: { name: 'S3', pathLength: 1024, fileSize: 5 * 1024 * MB },
};
