import { useEffect } from 'react'
import { encodeSegment } from 'stowage'
import { hidden } from 'stowage/classes'
import { type Column, column } from 'stowage/ui'
import { canOpenPage } from 'stowage/web'
import type { DetailsOfGroups } from './use-group-details.ts'
import { UserStatus } from './user-status.tsx'

/** Placeholder for details that have not arrived, which are different from none. */
const Missing = ({ group, details: { state, prefer } }: { group: string; details: DetailsOfGroups }) => {
  useEffect(() => prefer(group), [prefer, group])
  return state === 'failed' ? (
    'unknown'
  ) : (
    <>
      <span aria-hidden>…</span>
      <span className={hidden}>loading</span>
    </>
  )
}

const missing = (group: string, details: DetailsOfGroups) =>
  // a group deleted in the meantime has no details
  details.get(group) || details.state === 'loaded' ? undefined : <Missing group={group} details={details} />

const nameColumn = column.name('Name', (group: string) => group, {
  href: (group) => (canOpenPage('/groups/:groupName+') ? `/groups/${encodeSegment(group)}` : undefined),
})

/** Columns after the name, loaded by a separate call. */
const detailColumns = (details: DetailsOfGroups): Column<string>[] => {
  const policies = column.names('Policies', (group: string) => details.get(group)?.policies)
  return [
    column.count('Members', (group: string) => details.get(group)?.members, {
      width: '104px',
      cell: (group) => missing(group, details),
    }),
    {
      ...policies,
      width: 'minmax(0, 1.4fr)',
      narrow: 'second',
      cell: (group) => (details.get(group) ? policies.cell?.(group) : missing(group, details)),
    },
    column.text('Status', (group: string) => details.get(group)?.status, {
      width: 'minmax(104px, 0.7fr)',
      narrow: 'second',
      cell: (group) => {
        const groupDetails = details.get(group)
        return groupDetails ? <UserStatus of={groupDetails.status} /> : missing(group, details)
      },
    }),
  ]
}

/** Columns of a list of groups; without `details`, only the name. */
export const groupColumns = (details: DetailsOfGroups | undefined): Column<string>[] => [
  nameColumn,
  ...(details ? detailColumns(details) : []),
]
