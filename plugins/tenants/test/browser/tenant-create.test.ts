import { readFileSync } from 'node:fs'
import { assert } from '../../../../test/lib/suite.ts'
import { suiteOn } from '../../../../test/browser/engines.ts'
import { kindAt, pathOf, type Resource } from '../../../../engines/kubernetes/client.ts'
import { readYaml } from '../../../../engines/kubernetes/yaml.ts'
import { assertAccessible, appearances } from '../../../../test/browser/accessibility.ts'
import { cluster, inTab, page, problems } from '../../../../test/browser/console.ts'
import { button } from '../../../../test/browser/elements.ts'
import { goto, waitForHeading, openPage } from '../../../../test/browser/pages.ts'
import { until } from '../../../../test/lib/until.ts'
import { addStorageClass } from '../conformance/new-tenant.ts'

const test = suiteOn('cluster', 'tenant wizard')

const nodes = kindAt('v1', 'nodes')
const secrets = kindAt('v1', 'secrets')
const stepOf = (title: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: title })

test('a tenant is created with the wizard, in a namespace that the wizard creates', async () => {
  const { client } = cluster
  for (let number = 0; number < 4; number += 1) {
    const created = await client.create(pathOf(nodes), {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `node-${number}` },
    })
    await client.replace(pathOf(nodes, { name: `node-${number}`, sub: 'status' }), {
      ...created,
      status: { allocatable: { memory: '16Gi' } },
    })
  }
  await addStorageClass(client, 'fast')
  await goto('/tenants/add')
  await waitForHeading('Create New Tenant')
  await page.getByLabel('Tenant Name').fill('harbour')
  await page.getByLabel('Namespace').fill('port')
  await button('Create Namespace').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('select[name=storage_class]').filter({ hasText: 'fast' }).waitFor()
  await page.getByLabel('Drives per Server').fill('4')
  await page.getByText('Survives the loss of 8 drives or 2 servers.').waitFor()
  await page.getByLabel('Erasure Code Parity').selectOption('EC:4')
  await page.getByText('Survives the loss of 4 drives or 1 server.').waitFor()
  problems.length = 0 // the missing namespace is a 404

  await button('Next: Configure').click()
  await page.getByText('Expose MinIO Service').waitFor()
  await stepOf('Identity Provider').click()
  await page.getByLabel('Access Key', { exact: true }).fill('harbour-admin')
  await stepOf('Setup').click()
  assert.is(await page.getByLabel('Tenant Name').inputValue(), 'harbour', 'switching steps loses nothing')

  await button('Review and Create').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Dry run passed').waitFor()
  await assertAccessible('tenant-create-review')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('This is the only time the secret key is shown').waitFor()
  await page.getByText('harbour-admin').waitFor()
  await button('Done').click()
  await waitForHeading('Tenants')
  await page.getByText('harbour').first().waitFor()
  const { spec } = (await client.get(
    pathOf(kindAt('minio.min.io/v2', 'tenants'), { namespace: 'port', name: 'harbour' }),
  )) as unknown as { spec: { pools: { servers: number; volumesPerServer: number }[] } }
  assert.equal(
    spec.pools.map(({ servers, volumesPerServer }) => [servers, volumesPerServer]),
    [[4, 4]],
  )
})

test('a namespace with a tenant is reported before the form is submitted', async () => {
  for (const appearance of appearances)
    await inTab(appearance, async () => {
      await openPage('/tenants/add', 'Create New Tenant')
      await page.getByLabel('Namespace').fill('port')
      const field = page.getByLabel('Namespace')
      await page.locator('[data-field=namespace]').getByText('You can only create one tenant per namespace').waitFor()
      assert.is(await field.getAttribute('aria-invalid'), 'true')
      await page.getByText('1 problem on this step').waitFor()
      await assertAccessible(`tenant-create-${appearance.width}-${appearance.theme}`)
    })
})

/** Fills in the first step with a name in an existing namespace. */
const named = async (name: string, namespace: string) => {
  await page.getByLabel('Tenant Name').fill(name)
  await page.getByLabel('Namespace').fill(namespace)
  await page.locator('select[name=storage_class]').filter({ hasText: 'fast' }).waitFor()
}

test('a tenant is cloned: the wizard is filled in with all values except secrets', async () => {
  await cluster.namespace('quay')
  await openPage('/namespaces/port/tenants/harbour/summary', 'harbour')
  await button('More page actions').click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await waitForHeading('Create New Tenant')
  await page.getByText('filled with the settings of port/harbour').waitFor()
  await page.getByText('Users and their keys: new ones are in Identity Provider').waitFor()
  assert.is(await page.getByLabel('Tenant Name').inputValue(), '')
  assert.is(await page.getByLabel('Drives per Server').inputValue(), '4')
  assert.is(await page.getByLabel('Erasure Code Parity').inputValue(), 'EC:4')
  await named('wharf', 'quay')
  assert.is(await page.getByLabel('Erasure Code Parity').inputValue(), 'EC:4', 'copied values stay')
  await assertAccessible('tenant-clone')

  await openPage('/tenants/add?from=port/nobody', 'Create New Tenant')
  await page.getByText('The settings of port/nobody could not be read').waitFor()
  problems.length = 0 // the missing tenant is a 404
})

test('a session that ends in the wizard keeps the input', async () => {
  await openPage('/tenants/add', 'Create New Tenant')
  await named('wharf', 'quay')
  await page.getByLabel('Drives per Server').fill('4')
  await page.getByLabel('Erasure Code Parity').selectOption('EC:3')
  await stepOf('Identity Provider').click()
  await page.getByLabel('Secret Key', { exact: true }).fill('typed-before-it-ended')
  await page.context().clearCookies()
  await button('Review and Create').click()
  await page.locator('input[name=jwt]').fill(cluster.admin)
  await page.keyboard.press('Enter')
  await page.getByText('Your input from before the session ended was restored.').waitFor()
  assert.is(
    await page.getByLabel('Secret Key', { exact: true }).inputValue(),
    'typed-before-it-ended',
    'the step is the one that was open',
  )
  await stepOf('Setup').click()
  assert.equal(
    await Promise.all(
      ['Tenant Name', 'Namespace', 'Drives per Server', 'Erasure Code Parity'].map((label) =>
        page.getByLabel(label).inputValue(),
      ),
    ),
    ['wharf', 'quay', '4', 'EC:3'],
  )

  // signing in again reloads the page, which discards secrets
  await until(async () => (await button('Review and Create').getAttribute('aria-disabled')) !== 'true')
  await page.context().clearCookies()
  await button('Review and Create').click()
  await page.locator('input[name=jwt]').waitFor()
  await page.reload()
  await page.locator('input[name=jwt]').fill(cluster.admin)
  await page.keyboard.press('Enter')
  await page.getByText('except for secrets. Enter again: Users (Identity Provider).').waitFor()
  assert.equal(
    await Promise.all(
      ['Tenant Name', 'Namespace', 'Drives per Server', 'Erasure Code Parity'].map((label) =>
        page.getByLabel(label).inputValue(),
      ),
    ),
    ['wharf', 'quay', '4', 'EC:3'],
  )
  await stepOf('Identity Provider').getByText('1 to enter again').waitFor()
  await stepOf('Identity Provider').click()
  assert.is(await page.getByLabel('Secret Key', { exact: true }).inputValue(), '')
  problems.length = 0 // the call that found the session ended is a 401
})

test('after a failed step the created resources are listed, and creation continues from them', async () => {
  const { client } = cluster
  await openPage('/tenants/add', 'Create New Tenant')
  await named('wharf', 'quay')
  await page.getByLabel('Drives per Server').fill('4')
  await button('Review and Create').click()
  await page.getByText('Dry run passed').waitFor()
  await page.getByLabel('Keep created resources if a step fails').check()
  // conflicts only after the dry run has passed
  const block = () =>
    client.create(pathOf(secrets, { namespace: 'quay' }), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'wharf-env-configuration' },
    })
  const unblock = () => client.remove(pathOf(secrets, { namespace: 'quay', name: 'wharf-env-configuration' }))
  await block()
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await press('Create')
  await waitForHeading('Create New Tenant')
  const parts = page.getByRole('list', { name: 'Parts of the tenant' }).getByRole('listitem')
  await parts.first().waitFor()
  assert.equal(await parts.allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, ' '))), [
    'Secret wharf-user-0 Created and kept',
    'Secret wharf-env-configuration Failed',
    'Tenant wharf Not made',
  ])
  await assertAccessible('tenant-create-stopped')
  await press('Back to the Steps')
  await page.getByText('Parts of a failed attempt still exist.').waitFor()
  await button('Show').click()
  await press('Clean Up')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(
    (await client.list(pathOf(secrets, { namespace: 'quay' }))).map(({ metadata }) => metadata.name),
    ['wharf-env-configuration'],
  )

  await unblock()
  await button('Review and Create').click()
  await page.getByText('Dry run passed').waitFor()
  await block()
  await press('Create')
  await parts.first().waitFor()
  await unblock()
  await press('Resume')
  await page.getByText('This is the only time the secret key is shown').waitFor()
  await button('Done').click()
  await waitForHeading('Tenants')
})

test('a hardened tenant is cloned while all nodes are tainted, and its pools are the same', async () => {
  const { client } = cluster
  const tenants = kindAt('minio.min.io/v2', 'tenants')
  for (const { metadata, ...node } of await client.list(pathOf(nodes)))
    await client.replace(pathOf(nodes, { name: metadata.name }), {
      ...node,
      metadata,
      spec: { taints: [{ key: 'storage', effect: 'NoSchedule' }] },
    })
  await addStorageClass(client, 'encrypted')
  for (const name of ['vault', 'annex']) await cluster.namespace(name)
  const manifest = (await readYaml(
    readFileSync('test/conformance/manifests/hardened-7.1.yaml', 'utf8'),
  )) as unknown as Resource
  await client.create(pathOf(tenants, { namespace: 'vault' }), manifest)
  await openPage('/namespaces/vault/tenants/hardened/summary', 'hardened')
  await button('More page actions').click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await waitForHeading('Create New Tenant')
  await page.getByLabel('Tenant Name').fill('copy')
  await page.getByLabel('Namespace').fill('annex')
  await assertAccessible('tenant-clone-hardened')
  await button('Review and Create').click()
  await page.getByText('Dry run passed').waitFor()
  await assertAccessible('tenant-clone-hardened-review')
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('This is the only time the secret key is shown').waitFor()
  await button('Done').click()
  await waitForHeading('Tenants')
  type Spec = { image: string; pools: unknown }
  const [source, copy] = await Promise.all(
    [
      { namespace: 'vault', name: 'hardened' },
      { namespace: 'annex', name: 'copy' },
    ].map(async (tenant) => (await client.get(pathOf(tenants, tenant))).spec as Spec),
  )
  assert.equal([copy?.image, copy?.pools], [source?.image, source?.pools])
})
