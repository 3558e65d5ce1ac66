import { useCallback, useEffect, useRef, useState } from 'react'
import { core, refusalFor } from 'stowage'
import { call, usePermissions } from 'stowage/web'
import type { Row } from './items.ts'
import { rights } from './object/rights.ts'

/** Permissions required by actions on rows. */
const rowRights = ['download', 'upload', 'delete', 'seeTags', 'tag', 'hold', 'retention'] as const

export type RowRight = (typeof rowRights)[number]
type RowRights = Readonly<Record<RowRight, boolean>>
type RowKey = Pick<Row, 'path' | 'kind'>

/** Rows per call, which accepts at most 100 permissions. */
const ROWS = Math.floor(100 / rowRights.length)

/** Most rows of a selection that are checked individually; for more, the permissions for the whole folder are used. */
const MAX_ROWS = 200

/** Resource to check for a row: its key, or anything below a folder. */
const objectOf = ({ path, kind }: RowKey) => (kind === 'folder' ? `${path}**` : path)

/** Why an action is possible for none of some rows: the missing permissions, and on which keys. */
export type RowRefusals = (rows: readonly RowKey[], ...permissions: readonly RowRight[]) => string | false

const requestRights = async (bucket: string, objects: readonly string[]) => {
  const actions = objects.flatMap((object, index) =>
    rowRights.map((right) => ({ id: `${index} ${right}`, action: rights[right], bucket_name: bucket, object })),
  )
  const { permissions } = await call(core.hasPermission, { body: { actions } })
  const can = new Map(permissions.map((check) => [check.id, check.can]))
  return objects.map((object, index) => {
    const rights = Object.fromEntries(rowRights.map((right) => [right, can.get(`${index} ${right}`) ?? true]))
    return [object, rights as RowRights] as const
  })
}

const inFolder = (bucket: string, prefix: string) =>
  Object.fromEntries(
    rowRights.map((right) => [right, { action: rights[right], bucket, object: `${prefix}**` }]),
  ) as Record<RowRight, { action: (typeof rights)[RowRight]; bucket: string; object: string }>

/**
 * Permissions for individual rows of a folder. `loadRights` requests those of rows under the pointer, focused or
 * selected; requesting all rows of a long list would take too many calls. Until the response arrives, a row has the
 * permissions for anything below the folder.
 */
export const useRowRights = (
  bucket: string,
  prefix: string,
  selected: readonly RowKey[],
): { refusal: RowRefusals; loadRights: (rows: readonly RowKey[]) => void } => {
  const below = usePermissions<RowRight>(inFolder(bucket, prefix))
  const [rightsByKey, setRights] = useState<ReadonlyMap<string, RowRights>>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    requested.current = new Set()
    setRights(new Map())
  }, [bucket])

  const loadRights = useCallback(
    (rows: readonly RowKey[]) => {
      const ownRequest = requested.current
      const unrequested = [...new Set(rows.map(objectOf))].filter((object) => !ownRequest.has(object))
      for (let at = 0; at < unrequested.length; at += ROWS) {
        const some = unrequested.slice(at, at + ROWS)
        for (const object of some) ownRequest.add(object)
        requestRights(bucket, some).then(
          (rights) => ownRequest === requested.current && setRights((last) => new Map([...last, ...rights])),
          () => {
            for (const object of some) ownRequest.delete(object)
          },
        )
      }
    },
    [bucket],
  )
  const chosen = selected.map(objectOf).join('\n')
  useEffect(() => {
    if (selected.length <= MAX_ROWS) loadRights(selected)
  }, [chosen, loadRights])

  const offered = JSON.stringify(below)
  const refusal = useCallback<RowRefusals>(
    (rows, ...permissions) => {
      const missing = rows.map((row) => {
        const object = objectOf(row)
        const may = rightsByKey.get(object) ?? below
        return permissions.filter((right) => !may[right]).map((right) => ({ action: rights[right], bucket, object }))
      })
      // among several rows, those refused are listed once the rest is done
      return missing.every((needs) => needs.length > 0) && refusalFor(missing.flat())
    },
    [bucket, rightsByKey, offered],
  )
  return { refusal, loadRights }
}
