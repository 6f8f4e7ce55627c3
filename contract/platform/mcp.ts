/** Where the Model Context Protocol is spoken: streamable HTTP, stateless. */
export const mcpPath = '/mcp'
