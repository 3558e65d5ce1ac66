import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inTab, useConsole } from './console.ts'
import { eachPlace, owners, seed } from './places.ts'
import { sightOf } from './sight.ts'

const test = suite('what is wrong anywhere')

useConsole(test)
test.before(seed)

for (const owner of owners) {
  test(`no page, dialog or menu of ${owner.id} is in anybody's way, overlaps or cuts anything, at any width, in any theme`, async () => {
    const found: string[] = []
    await inTab({}, () => eachPlace(owner, async (where, what) => void found.push(...(await sightOf(where, what)))))
    assert.equal(found, [])
  })
}

test.run()
