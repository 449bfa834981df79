import { useEffect, useState } from 'react';
import type {} from '../dev-tools.ts';
import { describeError } from './describe-error.ts';

/** Returns the stack of a thrown value. In `dev`, it has source locations as soon as they are known. */
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
