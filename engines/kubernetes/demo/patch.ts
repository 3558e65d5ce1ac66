import { isDeepStrictEqual } from 'node:util'
import { ApiError } from './api-error.ts'
import { isObject } from '../../../core/protocol/is-object.ts'

type Operation = { op: string; path: string; from?: string; value?: unknown }

const partsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))

const notFound = (path: string) =>
  new ApiError(422, `the server rejected our request due to an error in our request: ${path} does not exist`)

const read = (document: unknown, path: string): unknown =>
  partsOf(path).reduce<unknown>((value, part) => {
    if (!isObject(value) && !Array.isArray(value)) throw notFound(path)
    if (!Object.hasOwn(value, part)) throw notFound(path)
    return (value as Record<string, unknown>)[part]
  }, document)

/** Changes the parent of the path's last segment; returns the document. */
const changeParent = (
  document: unknown,
  path: string,
  act: (parent: Record<string, unknown> | unknown[], last: string) => void,
) => {
  const parts = partsOf(path)
  const last = parts.pop() ?? ''
  const parent = read(document, parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join(''))
  if (!isObject(parent) && !Array.isArray(parent)) throw notFound(path)
  act(parent, last)
  return document
}

const add = (document: unknown, path: string, value: unknown) => {
  if (path === '') return value
  return changeParent(document, path, (parent, last) => {
    if (!Array.isArray(parent))
      return void Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true })
    const index = last === '-' ? parent.length : Number(last)
    if (!Number.isInteger(index) || index < 0 || index > parent.length) throw notFound(path)
    parent.splice(index, 0, value)
  })
}

const remove = (document: unknown, path: string) => {
  read(document, path)
  return changeParent(document, path, (parent, last) => {
    if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else delete parent[last]
  })
}

const applyOperation = (document: unknown, { op, path, from = '', value }: Operation): unknown => {
  if (op === 'test') {
    if (isDeepStrictEqual(read(document, path), value)) return document
    throw new ApiError(
      422,
      `the server rejected our request due to an error in our request: testing value ${path} failed`,
    )
  }
  if (op === 'add') return add(document, path, value)
  if (op === 'remove') return remove(document, path)
  if (op === 'replace') return add(path === '' ? document : remove(document, path), path, value)
  if (op === 'copy') return add(document, path, structuredClone(read(document, from)))
  if (op === 'move') {
    const moved = read(document, from)
    return add(remove(document, from), path, moved)
  }
  throw new ApiError(400, `Unexpected kind: ${op}`)
}

/** Applies a JSON patch: all operations or none. */
export const applyJsonPatch = (document: unknown, operations: readonly Operation[]) =>
  operations.reduce(applyOperation, structuredClone(document))
