import { assert, test } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { Bucket } from '../contract.ts'
import { withoutUncounted } from '../minio/uncounted.ts'
import { BucketCard } from '../pages/card.tsx'
import { render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

const bucket = {
  name: 'media',
  creation_date: '2026-11-26T10:00:00Z',
  size: 0,
  objects: 0,
  rw_access: { read: true, write: true },
}
const at = (time: string) => Date.parse(`2026-11-26T${time}Z`)
const sizeAt = (scanned: Parameters<typeof withoutUncounted>[1], more = {}) =>
  withoutUncounted({ ...bucket, ...more }, scanned).size

test('a bucket that no scan may have seen has no size', () => {
  assert.equal(
    [sizeAt(undefined), sizeAt(at('09:00:00')), sizeAt(at('11:00:00')), sizeAt('unknown')],
    [undefined, undefined, 0, undefined],
  )
  assert.is(sizeAt(undefined, { size: 5, objects: 1 }), 5, 'a reported size is not left out')
  assert.not.ok('objects' in withoutUncounted(bucket, undefined))
})

test('its card shows a dash and that the size is not reported, not 0 B', async () => {
  startTestSession({ pages: ['/buckets'], plugins: ['buckets'], features: ['usage'] })
  const { container } = await render(
    <BucketCard
      row={v.parse(Bucket, withoutUncounted(bucket, undefined))}
      position={{ 'aria-posinset': 1, 'aria-setsize': 1 }}
      isSelected={undefined}
      onSelect={() => undefined}
    />,
  )
  assert.match(container.textContent ?? '', /Usage—not reportedObjects—/)
  assert.not.match(container.textContent ?? '', '0 B')
})
