/** The used parts of Colyseus, so that types can be checked without its packages. */
declare module '@colyseus/core' {
  export interface Client {
    readonly sessionId: string;
    send(type: string, message: unknown): void;
  }
  export class Room {
    readonly roomId: string;
    maxClients: number;
    /** In ms. */
    patchRate: number | null;
    // biome-ignore lint/suspicious/noExplicitAny: messages have different shapes.
    messages: Record<string, (client: Client, message: any) => void>;
    broadcast(type: string, message: unknown): void;
    // biome-ignore lint/suspicious/noExplicitAny: anything the joining client sends.
    onJoin(client: Client, options: any): void;
    onDispose(): void;
  }
  export class Server {
    constructor(options: { transport: unknown; greet: boolean; gracefullyShutdown: boolean });
    define(name: string, room: new () => Room): void;
    listen(port: number, hostname: string): Promise<void>;
  }
}

declare module '@colyseus/ws-transport' {
  export class WebSocketTransport {
    constructor(options: { server: import('node:http').Server; pingInterval: number });
  }
}

declare module '@colyseus/sdk' {
  export interface Room {
    readonly roomId: string;
    onError(heard: (code: number, message?: string) => void): void;
    onMessage<T>(type: string, heard: (message: T) => void): void;
    send(type: string, message: object): void;
    leave(): Promise<number>;
  }
  export class Client {
    constructor(url: string, options: { fetchFn: unknown });
    create(room: string, options: object): Promise<Room>;
    joinById(roomId: string, options: object): Promise<Room>;
  }
}
