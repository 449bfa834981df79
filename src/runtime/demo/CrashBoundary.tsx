import { Component, type ReactNode } from 'react';

export interface CrashBoundaryProps {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

interface State {
  crash?: { error: unknown };
}

/** Catches errors in its children, which can then be rendered again. */
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
