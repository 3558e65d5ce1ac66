import { elementsIn, type Span } from 'stowage/engines/s3'

/** Child elements of a document's root. */
export const childrenOf = (xml: string): Span[] => elementsIn(elementsIn(xml)[0]?.inner ?? '')

/** Names of elements inside `parent` that `known` does not list; an element without a list may contain any. */
export const unknownElements = (
  known: Readonly<Record<string, readonly string[]>>,
  parent: string,
  inner: string,
): string[] =>
  elementsIn(inner).flatMap((part) => {
    if (!known[parent]?.includes(part.name)) return part.name
    return known[part.name] ? unknownElements(known, part.name, part.inner) : []
  })
