import type { BuildSource } from '@medstream/building';
import { findSource, makeDescribedSource, parseDescribedSource, type Source } from '@medstream/sources';

/** The source that a task names: one of the library, or one made of the description that the task carries. */
export function openBuildSource({ descriptor, description }: Pick<BuildSource, 'descriptor' | 'description'>): Source {
  return description === undefined ? findSource(descriptor.id) : makeDescribedSource(parseDescribedSource(description, descriptor.id));
}
