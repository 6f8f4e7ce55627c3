import { Conversations } from './conversations.tsx'

/** The conversations that are going on. */
export const Component = () => <Conversations screen="activeSessions" />
