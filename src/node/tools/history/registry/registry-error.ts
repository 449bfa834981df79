/** What can go wrong between this machine and a registry. */
import { createDiagnostic } from '../../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.ts';

/**
 * Kinds of failures:
 *
 * - `unreachable`: no answer, or one that is not from a working registry
 * - `denied`: the registry requires other credentials
 * - `not-found`: the registry has no package with this name
 * - `no-version`: the package has no such version
 * - `damaged`: the tarball is incomplete, too large, unsafe, or that of another version
 * - `offline`: npm's cache lacks it, and the network must not be used
 * - `configuration`: npm's settings cannot be used
 */
export type RegistryErrorKind =
  | 'unreachable'
  | 'denied'
  | 'not-found'
  | 'no-version'
  | 'damaged'
  | 'offline'
  | 'configuration';

/** Data of a {@link RegistryError}. */
interface Failure {
  kind: RegistryErrorKind;
  /** Name of the package, with or without a version. */
  name: string;
  /** Clause for messages, such as "the connection was refused". */
  reason: string;
  /** Address of the registry, without credentials. */
  registry: string;
}

/** Failure of a registry, or of what it sent. */
export class RegistryError extends Error {
  readonly kind: RegistryErrorKind;
  /** Name of the package, with or without a version. */
  readonly packageName: string;
  /** Clause for messages, such as "the connection was refused". */
  readonly reason: string;
  /** Address of the registry, without credentials. */
  readonly registry: string;

  constructor({ kind, name, reason, registry }: Failure, options?: ErrorOptions) {
    super(`${name}: ${reason}`, options);
    this.name = 'RegistryError';
    this.kind = kind;
    this.packageName = name;
    this.reason = reason;
    this.registry = registry;
  }
}

/** Returns the address of a registry for messages: without user, password and parameters. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/**
 * Converts a {@link RegistryError} to a diagnostic.
 *
 * @param about fields that differ, such as a lower severity for a version that can be left out
 */
export function toRegistryDiagnostic(
  { kind, packageName: name, reason, registry }: RegistryError,
  about?: Pick<Diagnostic, 'severity'>,
): Diagnostic {
  const data = { name, reason, registry };
  switch (kind) {
    case 'unreachable':
      return createDiagnostic('registry-unreachable', data, about);
    case 'denied':
      return createDiagnostic('registry-denied', data, about);
    case 'not-found':
      return createDiagnostic('package-not-published', { case: 'package', name, registry }, about);
    case 'no-version':
      return createDiagnostic('package-not-published', { case: 'version', name, registry }, about);
    case 'damaged':
      return createDiagnostic('damaged-package', data, about);
    case 'offline':
      return createDiagnostic('not-in-npm-cache', { name }, about);
    case 'configuration':
      return createDiagnostic('npm-configuration-failed', { reason }, about);
  }
}
