import FolderOpen from 'lucide-react/icons/folder-open'
import Settings2 from 'lucide-react/icons/settings-2'
import { memo } from 'react'
import { bytes, count, date, displayName } from 'stowage'
import { Badge, Button, type CardProps, Checkbox, Link, Muted, Row, Stack } from 'stowage/ui'
import { useMissingFeature } from 'stowage/web'
import { accessOf, browserPath, describeAccess, managePath, manageRefusal } from './access.ts'
import * as styles from './card.css.ts'
import type { ListedBucket } from './columns.tsx'

const Fact = ({ label, value, note }: { label: string; value: string; note?: string | undefined }) => (
  <div>
    <Muted as="dt" tone="faint" size={12}>
      {label}
    </Muted>
    <dd className={styles.value} title={note}>
      {value}
    </dd>
    {note && (
      <Muted as="dd" tone="faint" size={12}>
        {note}
      </Muted>
    )}
  </div>
)

export const BucketCard = memo(({ row: bucket, position, isSelected, onSelect }: CardProps<ListedBucket>) => {
  const { name, creation_date, size, objects, versions } = bucket
  const access = accessOf(bucket)
  const hasUsage = useMissingFeature('usage') === undefined
  const unreported = size === undefined && hasUsage ? 'not reported' : undefined
  const open = browserPath(name)
  return (
    <Stack as="li" shrink className={styles.card} {...position}>
      <div className={styles.body}>
        <Row gap={4}>
          {isSelected !== undefined && (
            <Checkbox
              look="hidden"
              label={`Select ${displayName(name)}`}
              value={isSelected}
              onChange={(on) => onSelect(bucket, on)}
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
          {access !== '—' && (
            <Badge tone={access === 'R/W' ? 'info' : 'neutral'} title={describeAccess(bucket)}>
              {access}
            </Badge>
          )}
        </Row>
        <Muted as="p" tone="faint" size={12}>
          Created {date(creation_date).slice(0, 10)}
        </Muted>
        <dl className={styles.facts}>
          <Fact label="Usage" value={size === undefined ? '—' : bytes(size)} note={unreported} />
          <Fact label="Objects" value={objects === undefined ? '—' : count(objects)} />
          {versions !== undefined && versions !== objects && <Fact label="Versions" value={count(versions)} />}
        </dl>
      </div>
      <Row gap={2} align="stretch" justify="end" className={styles.foot}>
        {open && (
          <Button tone="quiet" size="sm" icon={FolderOpen} href={open} of={displayName(name)}>
            Browse
          </Button>
        )}
        <Button
          tone="quiet"
          size="sm"
          icon={Settings2}
          href={managePath(name)}
          disabled={manageRefusal(bucket)}
          of={displayName(name)}
        >
          Manage
        </Button>
      </Row>
    </Stack>
  )
})
