// Prints which of some disks touch each other.

using System;
using Jostle;

internal static class Program
{
    private struct Point
    {
        public float X, Y;
    }

    private static void Main()
    {
        var centers = new Point[4];
        for (int at = 0; at < 4; at++)
        {
            centers[at].X = at < 3 ? 1.5f * at : 9;
        }
        using (var phase = new BroadPhase(2))
        {
            foreach (var pair in phase.PairsOfBalls<Point>(centers, new float[] { 1, 1, 1, 1 }))
            {
                Console.WriteLine(pair.a + " touches " + pair.b);
            }
        }
    }
}
