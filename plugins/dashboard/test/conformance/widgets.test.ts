import { assert } from '../../../../test/lib/suite.ts'
import type { Backend } from '../../../../test/lib/ports.ts'
import { until } from '../../../../test/lib/until.ts'
import { addUser, allow, onEveryEngine, expectFailure } from '../../../../test/conformance/engines.ts'

type Widget = Awaited<ReturnType<Backend['dashboard']['widget']>>

const recentRange = () => {
  const now = Math.floor(Date.now() / 1000)
  return { start: now - 900, end: now + 15, step: 15 }
}

const last = ({ targets }: Widget, target = 0, series = 0) =>
  Number(targets?.[target]?.result?.[series]?.values.at(-1)?.[1] ?? NaN)

onEveryEngine('widgets', (test, peer) => {
  test('the list of widgets has the state and its source', async () => {
    const admin = await peer().as()
    const { widgets, charts } = await admin.dashboard.info()
    assert.is(widgets?.length, 28)
    assert.equal(
      widgets?.find(({ id }) => id === 53),
      {
        id: 53,
        title: 'Total Online Servers',
        type: 'stat',
        options: { reduceOptions: { calcs: ['mean'] } },
        targets: null,
      },
    )
    assert.equal(
      widgets?.find(({ id }) => id === 63),
      { id: 63, title: 'S3 API Data Received Rate ', type: 'graph', targets: null },
    )
    assert.is(charts?.source, 'history')
    assert.is(charts?.durable, peer().name === 'embedded')
    await until(async () => ((await admin.dashboard.info()).charts?.since ?? 0) > 0)
  })

  test('every widget has the shape of the former console, with figures of the storage', async () => {
    const admin = await peer().as()
    const { widgets } = await admin.dashboard.info()
    await until(async () => last(await admin.dashboard.widget('53', recentRange())) === 1)
    for (const { id, title, type } of widgets ?? []) {
      const widget = await admin.dashboard.widget(String(id), recentRange())
      assert.equal([widget.id, widget.title, widget.type], [id, title, type])
      for (const { resultType, result } of widget.targets ?? []) {
        assert.is(resultType, 'matrix')
        for (const { values } of result ?? []) {
          assert.ok(values.length > 0)
          for (const [time, value] of values)
            assert.ok(
              Number.isInteger(time) && value.trim() !== '' && !Number.isNaN(Number(value)),
              `${id}: ${time} ${value}`,
            )
        }
      }
    }
    for (const id of ['1', '9', '8', '76']) assert.ok(last(await admin.dashboard.widget(id, recentRange())) > 0, id)
    assert.is(last(await admin.dashboard.widget('69', recentRange())), 0)
    const capacity = await admin.dashboard.widget('50', recentRange())
    assert.ok(last(capacity, 0) > 0 && last(capacity, 0) <= last(capacity, 1))
    assert.equal(
      capacity.targets?.map(({ result }) => result?.[0]?.metric),
      [{ capacity: 'Free' }, { capacity: 'Usable' }],
    )
  })

  test('without a time range a widget covers the last 15 minutes, and is empty without history', async () => {
    const admin = await peer().as()
    await until(async () => last(await admin.dashboard.widget('53', {})) === 1)
    assert.equal(
      (await admin.dashboard.widget('53', { start: 1_600_000_000, end: 1_600_000_900, step: 15 })).targets?.[0]?.result,
      [],
    )
  })

  test('other widgets do not exist, and a caller who may not see servers sees none', async () => {
    const admin = await peer().as()
    await expectFailure(404, admin.dashboard.widget('2', recentRange()), /Widget not found/)
    await expectFailure(404, admin.dashboard.widget('toString', recentRange()), /Widget not found/)
    const reader = await peer().as(await addUser(admin, [allow(['s3:*'], ['*'])]))
    await expectFailure(403, reader.dashboard.widget('53', recentRange()))
    const operator = await peer().as(await addUser(admin, ['diagnostics']))
    assert.is((await operator.dashboard.widget('53', recentRange())).id, 53)
  })
})
