import type { Request, Response } from 'express';

/** Handles a request, or passes it on by returning false without a response. */
export type Handler = (request: Request, response: Response) => Promise<boolean | void>;
