import { bytes, count, displayName } from 'stowage'
import { Button, Dialog, LoadError, Muted, Progress, Row, Skeleton, Stack } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { distributions } from '../contract.ts'
import type { Range } from '../distribution.ts'
import * as messages from '../messages.ts'

/** A range of sizes as text: `1.0 KiB to 1.0 MiB`. */
export const sizeRange = ({ from, below }: Range) => {
  if (below === undefined) return `From ${bytes(from)}`
  return from === 0 ? `Below ${bytes(below)}` : `${bytes(from)} to ${bytes(below)}`
}

/** A range of versions as text: `2 to 9 versions`. */
export const versionRange = ({ from, below }: Range) => {
  if (below === undefined) return `${count(from)} versions or more`
  return below === from + 1 ? '1 version' : `${count(from)} to ${count(below - 1)} versions`
}

type RangesProps = { title: string; ranges: readonly Range[] | undefined; text: (range: Range) => string }

const Ranges = ({ title, ranges, text }: RangesProps) => {
  const maxCount = Math.max(1, ...(ranges ?? []).map(({ count: number }) => number))
  return (
    <section aria-label={title}>
      <Stack gap={3}>
        <h3>{title}</h3>
        {!ranges && <Muted as="p">{messages.notCountedYet}</Muted>}
        {ranges?.map((range) => (
          <div key={range.from}>
            <Row justify="between">
              <Muted>{text(range)}</Muted>
              <span>{count(range.count)}</span>
            </Row>
            <Progress look="thin" label={text(range)} value={range.count / maxCount} />
          </div>
        ))}
      </Stack>
    </section>
  )
}

/** Objects of a bucket by size and by number of versions. */
export const DistributionDialog = ({ bucket, onClose }: { bucket: string; onClose: () => void }) => {
  const { data, error, reload } = useCall(distributions.distribution, { params: { bucket } })
  return (
    <Dialog
      title={`Distribution of ${displayName(bucket)}`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {error && !data ? (
        <LoadError what="the distribution" error={error} onRetry={() => void reload()} />
      ) : data ? (
        <Stack gap={6}>
          <Ranges title="Sizes" ranges={data.sizes} text={sizeRange} />
          <Ranges title="Versions per object" ranges={data.versions} text={versionRange} />
        </Stack>
      ) : (
        <Skeleton rows={6} columns={2} />
      )}
    </Dialog>
  )
}
