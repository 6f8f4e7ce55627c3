import type { SocketRoute } from '../plugins/sockets.ts'
import { plugins as alerts } from './alerts/index.ts'
import { plugins as analytics, liveMetricsSocket } from './analytics/index.ts'
import { plugins as billing } from './billing/index.ts'
import { plugins as care } from './care/index.ts'
import { plugins as conversations } from './conversations/index.ts'
import { plugins as devices } from './devices/index.ts'
import { plugins as identity } from './identity/index.ts'
import { plugins as localisation } from './localisation/index.ts'
import { plugins as people } from './people/index.ts'
import { plugins as platform, presenceSocket } from './platform/index.ts'

/** Every Fastify plugin that serves calls. A new one is listed in its domain's `plugins.ts`. */
export const plugins = [
  identity,
  people,
  devices,
  alerts,
  conversations,
  care,
  billing,
  analytics,
  localisation,
  platform,
].flatMap(domain => Object.values(domain))

/** Every path at which clients open WebSockets. */
export const socketRoutes = [liveMetricsSocket, presenceSocket] as readonly SocketRoute[]
