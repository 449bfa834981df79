// React and its DOM renderer as a chunk of their own: the bundler puts what two entries share into a chunk.
import * as react from 'react';
import * as client from 'react-dom/client';

export { client, react };
