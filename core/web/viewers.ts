import { createContext, useContext } from 'react'
import type { ObjectViewer } from './plugin.ts'

/** Viewers of objects that plugins contribute; provided by the shell. */
export const Viewers = createContext<readonly ObjectViewer[]>([])

/** Viewers for objects with one of these media types, or with this extension. */
export const useViewers = ({ types, extension }: { types: readonly string[]; extension: string }) =>
  useContext(Viewers).filter(
    (viewer) =>
      viewer.types?.some((type) => types.includes(type)) || (extension && viewer.extensions?.includes(extension)),
  )
