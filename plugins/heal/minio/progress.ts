import * as v from 'valibot'
import type { Color, Columns, Item, Progress, Side } from '../contract.ts'
import { healthOf } from './color.ts'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

const Drives = v.optional(
  v.object({ drives: v.nullish(v.array(v.object({ uuid: text, endpoint: text, state: text }))) }),
  {},
)

/** A result of the server for one item (minio-server 3.20). */
export const Result = v.object({
  type: text,
  bucket: text,
  object: text,
  detail: text,
  parityBlocks: number,
  dataBlocks: number,
  diskCount: number,
  setCount: number,
  before: Drives,
  after: Drives,
  objectSize: number,
})
export type Result = v.InferOutput<typeof Result>

/** Maximum number of items to keep for display. */
const MAX_ITEMS = 100

const types: Readonly<Record<string, Item['type']>> = { object: 'object', bucket: 'bucket' }

const columnOf: Readonly<Record<Color, keyof Columns>> = { green: 'Green', yellow: 'Yellow', red: 'Red', grey: 'Grey' }

const isHealthy = ({ drives }: Side) => drives.every(({ state }) => state === 'ok')

const countColor = (columns: Columns, { color }: Side) => {
  if (color) columns[columnOf[color]] = (columns[columnOf[color]] ?? 0) + 1
}

type Counts = Omit<Progress, 'healDuration' | 'itemsHealthStatus' | 'phase' | 'dryRun'>

/** Counts a heal's results. In a dry run, repairable items count as healed. */
export const createProgress = (dryRun: boolean) => {
  const counts: Counts = {
    bytesScanned: 0,
    objectsScanned: 0,
    itemsScanned: 0,
    objectsHealed: 0,
    itemsHealed: 0,
    healthBeforeCols: {},
    healthAfterCols: {},
  }
  const items = { damaged: [] as Item[], healthy: [] as Item[] }

  const addItem = (item: Item) => {
    const list = isHealthy(item.before) && isHealthy(item.after) && !item.error ? items.healthy : items.damaged
    list.unshift(item)
    list.length = Math.min(list.length, MAX_ITEMS)
  }

  const add = (result: Result) => {
    const { type, bucket, object, detail, objectSize } = result
    const [before, after] = [healthOf(result, result.before.drives ?? []), healthOf(result, result.after.drives ?? [])]
    const healed = dryRun ? !isHealthy(before) && before.color !== 'grey' : after.online > before.online
    counts.itemsScanned += 1
    counts.bytesScanned += objectSize
    counts.itemsHealed += Number(healed)
    if (type === 'object') {
      counts.objectsScanned += 1
      counts.objectsHealed += Number(healed)
    }
    countColor(counts.healthBeforeCols, before)
    countColor(counts.healthAfterCols, after)
    addItem({
      id: counts.itemsScanned,
      status: detail ? 'error' : 'success',
      ...(detail && { error: detail }),
      type: types[type] ?? 'system',
      name: object ? `${bucket}/${object}` : bucket,
      before,
      after,
      size: objectSize,
    })
  }

  return {
    add,
    /** Newest first, damaged items preferred. */
    report: (): Counts & Pick<Progress, 'itemsHealthStatus'> => ({
      ...counts,
      healthBeforeCols: { ...counts.healthBeforeCols },
      healthAfterCols: { ...counts.healthAfterCols },
      itemsHealthStatus: [...items.damaged, ...items.healthy]
        .slice(0, MAX_ITEMS)
        .sort((one, other) => other.id - one.id),
    }),
  }
}
