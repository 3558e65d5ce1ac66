import { Redirect } from 'stowage/web'

/** Redirects any other path under /storage to the volumes (spec/3 2). */
export default function Elsewhere() {
  return <Redirect to="/storage/volumes" replace />
}
