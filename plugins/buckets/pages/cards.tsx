import FolderOpen from 'lucide-react/icons/folder-open'
import Package from 'lucide-react/icons/package'
import SearchX from 'lucide-react/icons/search-x'
import Settings2 from 'lucide-react/icons/settings-2'
import { memo, type ReactNode, useCallback, useRef } from 'react'
import { bytes, count, counted, date, type Failure, includesFolded, displayName } from 'stowage'
import {
  Badge,
  Button,
  Checkbox,
  Empty,
  FootTools,
  Link,
  LoadError,
  type TableProps,
  useRefresh,
  useTableView,
  Row,
  Muted,
  Stack,
} from 'stowage/ui'
import { accessOf, describeAccess, browserPath, managePath, manageRefusal } from './access.ts'
import * as styles from './cards.css.ts'
import { columns, type ListedBucket } from './columns.tsx'
import { useVirtualCards } from './use-virtual-cards.ts'
import * as messages from '../messages.ts'

export const noun = { one: 'bucket', many: 'buckets' }

/** Total size of the buckets and the age of that figure; `undefined` if no size is known. */
export const totalSize = (buckets: readonly ListedBucket[], age: string | undefined) => {
  const sizes = buckets.flatMap(({ size }) => size ?? [])
  return sizes.length > 0
    ? [bytes(sizes.reduce((sum, size) => sum + size, 0)), age].filter(Boolean).join(' ')
    : undefined
}

/** Empty state: an account that may not create buckets may simply not see those of others. */
export const emptyState = (create: ReactNode) =>
  create === false ? messages.youSeeBucketsThatPolicies : messages.bucketHoldsObjectsAsFolder

/** Props of both views of the list. */
export type ViewProps = {
  buckets: readonly ListedBucket[] | undefined
  search: string
  onClear: () => void
  error: Failure | undefined
  onRetry: () => void
  create: ReactNode
  /** Age of sizes and counts, such as "counted 3 minutes ago". */
  age: string | undefined
}

/** Additional props of the list. */
export type ListProps = ViewProps & Pick<TableProps<ListedBucket>, 'selection' | 'refresh'>

type CardProps = {
  bucket: ListedBucket
  at: number
  of: number
  /** Whether the card is selected; `undefined` outside of bulk selection. */
  chosen: boolean | undefined
  onChoose: (name: string, on: boolean) => void
}

const Card = memo(({ bucket, at, of, chosen, onChoose }: CardProps) => {
  const { name, creation_date, size, objects, versions } = bucket
  const access = accessOf(bucket)
  const open = browserPath(name)
  return (
    <Stack as="li" shrink className={styles.card} aria-posinset={at} aria-setsize={of}>
      <div className={styles.body}>
        <Row gap={4}>
          {chosen !== undefined && (
            <Checkbox
              look="hidden"
              label={`Select ${displayName(name)}`}
              value={chosen}
              onChange={(on) => onChoose(name, on)}
            />
          )}
          <h2 className={styles.name} title={displayName(name)}>
            {open ? (
              <Link href={open} className={styles.link}>
                {displayName(name)}
              </Link>
            ) : (
              displayName(name)
            )}
          </h2>
          <Badge tone={access === 'R/W' ? 'info' : 'neutral'} title={describeAccess(bucket)}>
            {access}
          </Badge>
        </Row>
        <Muted as="p" tone="faint" size={12}>
          Created {date(creation_date).slice(0, 10)}
        </Muted>
        <dl className={styles.facts}>
          <div>
            <Muted as="dt" tone="faint" size={12}>
              Usage
            </Muted>
            <dd className={styles.figure}>{size === undefined ? '—' : bytes(size)}</dd>
          </div>
          <div>
            <Muted as="dt" tone="faint" size={12}>
              Objects
            </Muted>
            <dd className={styles.figure}>{objects === undefined ? '—' : count(objects)}</dd>
          </div>
          {versions !== undefined && versions !== objects && (
            <div>
              <Muted as="dt" tone="faint" size={12}>
                Versions
              </Muted>
              <dd className={styles.figure}>{count(versions)}</dd>
            </div>
          )}
        </dl>
      </div>
      <Row gap={2} align="stretch" justify="end" className={styles.foot}>
        {open && (
          <Button tone="quiet" size="sm" icon={FolderOpen} href={open}>
            Browse
          </Button>
        )}
        <Button tone="quiet" size="sm" icon={Settings2} href={managePath(name)} disabled={manageRefusal(bucket)}>
          Manage
        </Button>
      </Row>
    </Stack>
  )
})

const Loading = () => (
  <ul className={styles.loading} aria-label="Loading">
    {Array.from({ length: 9 }, (_, index) => (
      <Stack as="li" gap={4} shrink key={index} className={styles.placeholder}>
        <div className={styles.bar} />
        <div className={styles.bar} />
      </Stack>
    ))}
  </ul>
)

const Grid = ({ buckets, selection }: { buckets: readonly ListedBucket[] } & Pick<ListProps, 'selection'>) => {
  const { grid, from, to, room } = useVirtualCards(buckets.length)
  const latest = useRef(selection)
  latest.current = selection
  // stable, so that only the changed card renders again
  const choose = useCallback((name: string, on: boolean) => {
    const keys = new Set(latest.current?.keys)
    if (on) keys.add(name)
    else keys.delete(name)
    latest.current?.onChange(keys)
  }, [])
  return (
    <ul ref={grid} className={styles.grid} style={room}>
      {buckets.slice(from, to).map((bucket, at) => (
        <Card
          key={bucket.name}
          bucket={bucket}
          at={from + at + 1}
          of={buckets.length}
          chosen={selection?.keys.has(bucket.name)}
          onChoose={choose}
        />
      ))}
    </ul>
  )
}

/** The buckets as cards. Virtualized, so that thousands stay fast. */
export const Cards = ({ buckets, search, onClear, error, onRetry, create, age, refresh, selection }: ListProps) => {
  // shares the sort order with the list view
  const arranged = useTableView('buckets')
  useRefresh(arranged.view.every, refresh?.reload)
  const matching = buckets?.filter(({ name }) => includesFolded(name, search))
  if (error && !buckets) return <LoadError what="buckets" error={error} onRetry={onRetry} />
  if (!buckets || !matching) return <Loading />
  if (!buckets.length)
    return <Empty icon={Package} title={messages.thereAreNoBucketsYet} text={emptyState(create)} action={create} />
  if (!matching.length)
    return (
      <Empty
        icon={SearchX}
        title={`No bucket matches "${search}"`}
        text={messages.hiddenBySearch(counted(buckets.length, noun), buckets.length)}
        action={<Button onPress={onClear}>Clear search</Button>}
      />
    )
  return (
    <>
      <Grid buckets={matching} selection={selection} />
      <Row gap={4} justify="between" className={styles.sum}>
        <p role="status">
          {matching.length < buckets.length && `${count(matching.length)} of `}
          {[counted(buckets.length, noun), totalSize(buckets, age)].filter(Boolean).join(', ')}
        </p>
        <FootTools
          name="buckets"
          columns={[]}
          visible={columns}
          fitted={{ current: columns }}
          shown={matching}
          {...{ arranged, refresh }}
        />
      </Row>
    </>
  )
}
