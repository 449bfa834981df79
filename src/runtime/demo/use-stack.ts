import { useEffect, useState } from 'react';
import type {} from '../dev-tools.ts';
import { describeError } from './describe-error.ts';

/** The stack of whatever was thrown; while the site is written, with the places of the sources as soon as they are known. */
export const useStack: (error: unknown) => string =
  process.env.NODE_ENV === 'production' ? (error) => describeError(error).stack : useMappedStack;

function useMappedStack(error: unknown): string {
  const { stack } = describeError(error);
  const [mapped, setMapped] = useState<{ of: unknown; text: string }>();
  useEffect(() => {
    let isLeft = false;
    void window.cascaderDocsDev?.mapStack(stack).then((text) => {
      if (!isLeft) setMapped({ of: error, text });
    });
    return () => {
      isLeft = true;
    };
  }, [error, stack]);
  return mapped && mapped.of === error ? mapped.text : stack;
}
