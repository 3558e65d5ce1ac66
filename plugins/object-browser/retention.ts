import * as v from 'valibot'
import { type Item, RetentionMode } from './contract.ts'

/** A version's retention, whose mode is uppercase in responses; `undefined` if it has none. */
export const retentionOf = ({
  retention_mode = '',
  retention_until_date = '',
}: Pick<Item, 'retention_mode' | 'retention_until_date'>) => {
  const mode = retention_mode.toLowerCase()
  return v.is(RetentionMode, mode) ? { mode, until: new Date(retention_until_date) } : undefined
}
