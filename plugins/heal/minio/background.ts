import * as v from 'valibot'
import type { Background } from '../contract.ts'
import type { Admin } from 'stowage/engines/minio'

const number = v.optional(v.number(), 0)
const text = v.optional(v.string(), '')

const Info = v.object({
  objects_total_size: number,
  items_healed: number,
  items_failed: number,
  bytes_done: number,
  bytes_failed: number,
  bytes_skipped: number,
  current_bucket: text,
  current_object: text,
  finished: v.optional(v.boolean(), false),
})

const Drive = v.object({
  endpoint: text,
  state: text,
  healing: v.optional(v.boolean(), false),
  heal_info: v.nullish(Info),
})

/** The server's background healing state (minio-server 3.20). */
const State = v.object({
  offline_nodes: v.nullish(v.array(v.string()), []),
  ScannedItemsCount: number,
  sets: v.nullish(v.array(v.object({ disks: v.nullish(v.array(Drive), []) })), []),
})

/** Background healing: new drives, one after the other, and what the scanner has found. */
export const readBackground = async (admin: Admin): Promise<Background> => {
  const state = await admin.read(State, { method: 'POST', name: 'background-heal/status', needs: 'admin:Heal' })
  const drives = (state.sets ?? []).flatMap(({ disks }) => disks ?? [])
  const healing = drives.flatMap(({ endpoint, heal_info: info }) => {
    if (!info || info.finished) return []
    return {
      endpoint,
      done: info.bytes_done + info.bytes_failed + info.bytes_skipped,
      total: info.objects_total_size,
      healed: info.items_healed,
      failed: info.items_failed,
      at: [info.current_bucket, info.current_object].filter(Boolean).join('/'),
    }
  })
  const healingEndpoints = new Set(healing.map(({ endpoint }) => endpoint))
  const waiting = drives
    .filter(
      ({ endpoint, state: is, healing: heals }) => !healingEndpoints.has(endpoint) && (heals || is === 'unformatted'),
    )
    .map(({ endpoint }) => endpoint)
  return { scanned: state.ScannedItemsCount, offline: state.offline_nodes ?? [], waiting, healing }
}
