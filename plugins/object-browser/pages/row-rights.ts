import { useCallback, useEffect, useRef, useState } from 'react'
import { core, refusalFor } from 'stowage'
import { call, useMay } from 'stowage/web'
import type { Row } from './items.ts'
import { rights } from './object/rights.ts'

/** Rights that actions of rows require. */
const needed = ['download', 'upload', 'delete', 'seeTags', 'tag', 'hold', 'retention'] as const

export type Needed = (typeof needed)[number]
type Answers = Readonly<Record<Needed, boolean>>
type Named = Pick<Row, 'path' | 'kind'>

/** Rows per call, which asks for at most 100 rights. */
const ROWS = Math.floor(100 / needed.length)

/** Rows of a selection that are asked for one by one; for more the answer for the whole folder stands. */
const MOST = 200

/** What is asked about a row: its own key, or anything below a folder. */
const objectOf = ({ path, kind }: Named) => (kind === 'folder' ? `${path}**` : path)

/** Why none of some rows can be used for something: the rights that are missing, on which keys. */
export type RowRefusals = (rows: readonly Named[], ...wanted: readonly Needed[]) => string | false

const ask = async (bucket: string, objects: readonly string[]) => {
  const actions = objects.flatMap((object, index) =>
    needed.map((right) => ({ id: `${index} ${right}`, action: rights[right], bucket_name: bucket, object })),
  )
  const { permissions } = await call(core.hasPermission, { body: { actions } })
  const can = new Map(permissions.map((answer) => [answer.id, answer.can]))
  return objects.map((object, index) => {
    const answers = Object.fromEntries(needed.map((right) => [right, can.get(`${index} ${right}`) ?? true]))
    return [object, answers as Answers] as const
  })
}

const inFolder = (bucket: string, prefix: string) =>
  Object.fromEntries(
    needed.map((right) => [right, { action: rights[right], bucket, object: `${prefix}**` }]),
  ) as Record<Needed, { action: (typeof rights)[Needed]; bucket: string; object: string }>

/**
 * Rights on single rows of a folder. `reach` asks for rows that the pointer, the focus or the selection has reached:
 * to ask for every row of a long list would take too many calls. Until the answer is there, a row has the rights that
 * the account has on anything below the folder.
 */
export const useRowRights = (
  bucket: string,
  prefix: string,
  selected: readonly Named[],
): { refusal: RowRefusals; reach: (rows: readonly Named[]) => void } => {
  const below = useMay<Needed>(inFolder(bucket, prefix))
  const [known, setKnown] = useState<ReadonlyMap<string, Answers>>(new Map())
  const requested = useRef(new Set<string>())
  useEffect(() => {
    requested.current = new Set()
    setKnown(new Map())
  }, [bucket])

  const reach = useCallback(
    (rows: readonly Named[]) => {
      const mine = requested.current
      const fresh = [...new Set(rows.map(objectOf))].filter((object) => !mine.has(object))
      for (let at = 0; at < fresh.length; at += ROWS) {
        const some = fresh.slice(at, at + ROWS)
        for (const object of some) mine.add(object)
        ask(bucket, some).then(
          (answers) => mine === requested.current && setKnown((last) => new Map([...last, ...answers])),
          () => {
            for (const object of some) mine.delete(object)
          },
        )
      }
    },
    [bucket],
  )
  const chosen = selected.map(objectOf).join('\n')
  useEffect(() => {
    if (selected.length <= MOST) reach(selected)
  }, [chosen, reach])

  const offered = JSON.stringify(below)
  const refusal = useCallback<RowRefusals>(
    (rows, ...wanted) => {
      const missing = rows.map((row) => {
        const object = objectOf(row)
        const may = known.get(object) ?? below
        return wanted.filter((right) => !may[right]).map((right) => ({ action: rights[right], bucket, object }))
      })
      // of several rows those that are refused are listed with the reason once the rest is done
      return missing.every((needs) => needs.length > 0) && refusalFor(missing.flat())
    },
    [bucket, known, offered],
  )
  return { refusal, reach }
}
