import { Component, type ReactNode } from 'react';

export interface CrashBoundaryProps {
  children: ReactNode;
  /** What is shown in place of children that threw. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

interface State {
  crash?: { error: unknown };
}

/** Keeps a crash of its children to itself; they can be tried again. */
export class CrashBoundary extends Component<CrashBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash ? this.props.fallback(crash.error, () => this.setState({ crash: undefined })) : this.props.children;
  }
}
