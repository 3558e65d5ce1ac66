import { Failure } from '../../core/protocol/failure.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBanner } from '../../ui/banner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { button, click, findAll, flush, render } from '../lib/react.tsx'
import { assert, test } from '../lib/suite.ts'

let settle: { resolve: () => void; reject: (error: unknown) => void }

const Save = () => {
  const task = useTask()
  const work = () => new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  return (
    <>
      <ErrorBanner {...task.banner} />
      <Button busy={task.busy} onPress={() => void task.run('Saving', work)}>
        Save
      </Button>
    </>
  )
}

const alerts = () => findAll('[role=alert]').map(({ textContent }) => textContent)

test('a task is busy until it ends; its failure shows until the next start', async () => {
  await render(<Save />)
  await click(button('Save'))
  assert.match(document.body.textContent ?? '', /Saving/)
  settle.reject(new Failure(409, 'The bucket exists'))
  await flush()
  assert.match(alerts().join(), /The bucket exists/)
  await click(button('Save'))
  assert.equal(alerts(), [])
  settle.resolve()
  await flush()
  assert.not.match(document.body.textContent ?? '', /Saving/)
})
