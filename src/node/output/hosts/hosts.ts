/** What hosts take, as their own documents say. */
import type { Target } from '../../project/config/targets.ts';

/** Limits of a host; absent where it names none. Sizes in bytes. */
export interface HostLimits {
  /** As messages have it. */
  name: string;
  /** Files of a site; `more` is what a paid plan takes. */
  files?: { most: number; more?: number };
  /** Files in one folder. */
  filesInFolder?: number;
  fileSize?: number;
  /** Bytes of the whole site. */
  size?: { most: number; more?: number };
  redirects?: number;
  /** Characters of a line of `_redirects`. */
  redirectLength?: number;
  /** Bytes of the path of a file. */
  pathLength?: number;
  /** A name that it refuses. */
  refused?: { pattern: RegExp; shown: string };
}

const MB = 1024 * 1024;

export const HOSTS: Record<Target, HostLimits> = {
  // docs.github.com, "GitHub Pages limits": published sites may be no larger than 1 GB. actions/upload-pages-artifact: larger
  // ones are likely to run into the limit of ten minutes, and above 10 GB nothing is deployed.
  'github-pages': { name: 'GitHub Pages', size: { most: 1024 * MB } },
  // developers.cloudflare.com, "Pages: Limits" and "Redirects": 20,000 files on the free plan, 100,000 on paid ones since
  // January 2026, 25 MiB a file, 2,000 static redirects of 1,000 characters.
  'cloudflare-pages': {
    name: 'Cloudflare Pages',
    files: { most: 20_000, more: 100_000 },
    fileSize: 25 * MB,
    redirects: 2000,
    redirectLength: 1000,
  },
  // docs.netlify.com, "Deploy overview": 54,000 files in a folder, however many altogether. Its deployment says of names:
  // "Deployed filenames cannot contain # or ? characters".
  netlify: {
    name: 'Netlify',
    filesInFolder: 54_000,
    refused: { pattern: /[#?]/, shown: '# or ?' },
  },
  // vercel.com, "Limits": 100 MB of static files on the Hobby plan, 1 GB on Pro; 2,048 routes, of which our headers are four.
  vercel: { name: 'Vercel', size: { most: 100 * MB, more: 1024 * MB }, redirects: 2044 },
  // docs.aws.amazon.com, "Naming Amazon S3 objects": 1,024 bytes a key; "Uploading objects": 5 GB in one request.
  s3: { name: 'S3', pathLength: 1024, fileSize: 5 * 1024 * MB },
};
