import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet'
import { parquetSchema } from 'hyparquet'
import { isNumeric, valueText } from './values.ts'

/** A field of a Parquet schema. `stored` is its unique name in the schema passed to the library. */
export type Field = {
  element: SchemaElement
  stored: string
  shape: 'value' | 'list' | 'map' | 'struct'
  children: Field[]
}

/** Annotations that make the library parse each key of a map, which it would otherwise use as a property name. */
const keyAnnotations: Readonly<Record<string, SchemaElement['converted_type']>> = {
  INT32: 'DATE',
  INT64: 'TIMESTAMP_MILLIS',
  BYTE_ARRAY: 'UTF8',
  FIXED_LEN_BYTE_ARRAY: 'UTF8',
}

/**
 * Parsers that return values as stored. Map keys become strings that are neither properties of an object nor sorted as
 * numbers.
 */
export const parsers: Partial<ParquetParsers> = {
  timestampFromNanoseconds: (nanos) => nanos,
  timestampFromMilliseconds: (key) => `i${key}`,
  dateFromDays: (key) => `i${key}`,
  stringFromBytes: (key) => `x${Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
}

const keyOf = (key: string, { type }: SchemaElement): unknown => {
  if (key.startsWith('x'))
    return Uint8Array.from(key.slice(1).match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  if (key.startsWith('i')) return type === 'INT32' ? Number(key.slice(1)) : BigInt(key.slice(1))
  if (type === 'INT96') return BigInt(key)
  return type === 'FLOAT' || type === 'DOUBLE' ? Number(key) : key
}

const isRepeated = (tree: SchemaTree | undefined) => tree?.element.repetition_type === 'REPEATED'

const shapeOf = ({ element, children }: SchemaTree): Field['shape'] => {
  const { converted_type: converted, logical_type: logical } = element
  const [child] = children
  if (!child) return 'value'
  if (children.length > 1 || !isRepeated(child)) return 'struct'
  if ((converted === 'LIST' || logical?.type === 'LIST') && child.children.length < 2) return 'list'
  const isMap = converted === 'MAP' || converted === 'MAP_KEY_VALUE' || logical?.type === 'MAP'
  return isMap && child.children.length === 2 && !child.children.some(isRepeated) ? 'map' : 'struct'
}

/**
 * Fields of a file, and its metadata with a schema without logical types, so that the library returns values as stored
 * and does not convert decimals and times to doubles. Each field gets a unique name, because the library builds objects
 * by name, and a file may use `__proto__`, or a name twice.
 */
export const readSchema = (metadata: FileMetaData): { fields: Field[]; stored: FileMetaData } => {
  const schema: SchemaElement[] = []
  const paths: string[][] = []
  /** Groups whose two children are the key and the value of a map. */
  const entries = new Set<SchemaTree>()
  const add = (tree: SchemaTree, above: readonly string[], name = String(schema.length)): Field => {
    const { element, children } = tree
    const { converted_type, logical_type, ...rest } = element
    const shape = shapeOf(tree)
    const path = [...above, name]
    const annotation =
      (shape === 'list' && 'LIST') ||
      (shape === 'map' && 'MAP') ||
      (name === 'key' && keyAnnotations[element.type ?? ''])
    schema.push({
      ...rest,
      name,
      ...(annotation && { converted_type: annotation }),
      // not a conversion: the two bytes are the number
      ...(logical_type?.type === 'FLOAT16' && { logical_type }),
    })
    if (children.length === 0) paths.push(path)
    const isEntry = entries.has(tree)
    if (shape === 'map') for (const child of children) entries.add(child)
    return {
      element,
      stored: name,
      shape,
      children: children.map((child, at) => add(child, path, isEntry ? ['key', 'value'][at] : undefined)),
    }
  }
  const root = parquetSchema(metadata)
  schema.push({ name: 'root', num_children: root.children.length })
  const fields = root.children.map((child) => add(child, []))
  const row_groups = metadata.row_groups.map((group) => ({
    ...group,
    columns: group.columns.map((column, at) => ({
      ...column,
      ...(column.meta_data && { meta_data: { ...column.meta_data, path_in_schema: paths[at] ?? [] } }),
    })),
  }))
  return { fields, stored: { ...metadata, schema, row_groups } }
}

const asObject = (value: unknown) => value as Readonly<Record<string, unknown>>

/** A list, map or struct as JSON, with all values exactly as stored. */
const nestedText = (
  value: unknown,
  field: Field,
  binary: Set<SchemaElement>,
  at: 'field' | 'item' = 'field',
): string => {
  const { element, shape, children } = field
  if (value === null || value === undefined) return 'null'
  const list = (item: Field, of: 'field' | 'item') =>
    `[${(value as unknown[]).map((one) => nestedText(one, item, binary, of)).join(',')}]`
  if (at === 'field' && element.repetition_type === 'REPEATED') return list(field, 'item')
  const [child] = children
  if (shape === 'list' && child) {
    const [inner] = child.children
    return inner ? list(inner, 'field') : list(child, 'item')
  }
  const [key, of] = child?.children ?? []
  if (shape === 'map' && key && of) {
    const entries = Object.entries(asObject(value)).map(
      ([name, one]) =>
        `${JSON.stringify(valueText(keyOf(name, key.element), key.element, binary))}:${nestedText(one, of, binary)}`,
    )
    return `{${entries.join(',')}}`
  }
  if (children.length > 0) {
    const members = children.map(
      (one) => `${JSON.stringify(one.element.name)}:${nestedText(asObject(value)[one.stored], one, binary)}`,
    )
    return `{${members.join(',')}}`
  }
  const text = valueText(value, element, binary)
  return isNumeric(element) ? text : JSON.stringify(text)
}

/** A field of a row as text; empty if it has no value. */
export const fieldText = (value: unknown, field: Field, binary: Set<SchemaElement>): string => {
  if (value === null || value === undefined) return ''
  const isPlain = field.shape === 'value' && field.element.repetition_type !== 'REPEATED'
  return isPlain ? valueText(value, field.element, binary) : nestedText(value, field, binary)
}
