export { isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'

/** Address from which a worker imports these functions: this module in a build, the package in sources. */
export const libraryAddress = import.meta.url.endsWith('.ts') ? import.meta.resolve('yaml') : import.meta.url
