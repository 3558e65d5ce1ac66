import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, watch as watchFolder } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { assemble, buildPlugins, developmentPlugins, publishPlugins } from './build.mjs'
import { listed, serverBundle } from './bundles.mjs'
import { buildBrowser, rulesBundle } from './layers.mjs'
import { hasScreens, screensBundle } from './prerender.mjs'
import { publish } from './publish.mjs'

/** Runs the real server as a child process: `restart()` replaces it, `stop()` ends it within 5 s. */
const serverProcess = ({ out, flags }) => {
  let child
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(late)
  }
  const restart = async () => {
    await stop()
    const args = [join(out, 'server/main.mjs'), ...flags]
    child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, STOWAGE_DEV: '1' } })
  }
  return { restart, stop }
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/**
 * Rebuilds on each edit as a development build in `out`. The new manifest makes the server tell open pages to reload;
 * an edit of the server half also restarts the server. `flags` are passed to the server. Ends on SIGINT.
 */
export const watch = async ({ root, out, flags }) => {
  const server = serverProcess({ out, flags })
  const results = {}
  let running = ''
  let queue = Promise.resolve()

  const publishLatest = async () => {
    if (!results.rules || !results.server) return
    const started = performance.now()
    // the bundle of all rules reads every source, so esbuild watches that one
    results.browser = await buildBrowser({ root, out, mode: 'development' }, (name, options) =>
      name === 'rules' ? results.rules : esbuild.build(options),
    )
    // prerendered from the same sources as the code that hydrates the screens
    results.screens = await screens?.rebuild()
    const plugins = await buildPlugins({ root, out, mode: 'development' })
    publishPlugins(out, plugins, new Date())
    publish(out, { ...(await assemble({ root, out, mode: 'development' }, results)), started: new Date() })
    // the server reads plugins only at startup
    const read = plugins.map(({ manifest, server }) => [manifest, [...server].map(([path]) => path)])
    const bundle = [...results.server.outputFiles.map(({ hash }) => hash), hashOf(JSON.stringify(read))].join()
    console.log(
      `built in ${Math.round(performance.now() - started)} ms${bundle === running ? '' : ', starting the server'}`,
    )
    if (bundle === running) return
    running = bundle
    await server.restart()
  }

  const follow = (half, options) => ({
    ...options,
    plugins: [
      ...(options.plugins ?? []),
      {
        name: 'follow',
        setup: (build) =>
          build.onEnd((result) => {
            if (result.errors.length > 0) return console.error(listed(result.errors))
            results[half] = result
            queue = queue.then(publishLatest).catch((error) => console.error(error.message))
          }),
      },
    ],
  })

  const screens = hasScreens(root) ? await esbuild.context(screensBundle({ root, mode: 'development' })) : undefined
  const contexts = await Promise.all([
    esbuild.context(follow('rules', rulesBundle({ root, out, mode: 'development' }))),
    esbuild.context(follow('server', serverBundle({ root, out }))),
  ])
  let settling
  const plugins = ['plugins', ...developmentPlugins]
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) => watchFolder(folder, { recursive: true }))
  for (const watcher of plugins)
    watcher.on('change', () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        queue = queue.then(publishLatest).catch((error) => console.error(error.message))
      }, 50)
    })
  const end = async () => {
    clearTimeout(settling)
    for (const watcher of plugins) watcher.close()
    await Promise.all([server.stop(), ...[screens, ...contexts].map((context) => context?.dispose())])
    process.exit()
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  await Promise.all(contexts.map((context) => context.watch()))
}
