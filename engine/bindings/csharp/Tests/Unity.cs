// As much of Unity as the sample asks for, so that it is compiled and runs where there is none.

using System.Reflection;

namespace UnityEngine
{
    public class MonoBehaviour
    {
    }

    public class Sprite
    {
    }

    public struct Vector2
    {
        public float x, y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }
    }

    public struct Quaternion
    {
        public float angle;

        public static Quaternion Euler(float x, float y, float z)
        {
            return new Quaternion { angle = z };
        }
    }

    public struct Color
    {
        public static readonly Color red = new Color(), white = new Color();
    }

    public class Transform
    {
        public Vector3 position, localScale;
        public Quaternion rotation;
    }

    public class SpriteRenderer
    {
        public Sprite sprite;
        public Color color;
        public readonly Transform transform = new Transform();
    }

    public class GameObject
    {
        public GameObject(string name)
        {
        }

        public T AddComponent<T>() where T : new()
        {
            return new T();
        }
    }

    public static class Mathf
    {
        public const float Rad2Deg = 57.29578f;

        public static float Sqrt(float x)
        {
            return (float)System.Math.Sqrt(x);
        }

        public static float Cos(float x)
        {
            return (float)System.Math.Cos(x);
        }

        public static float Sin(float x)
        {
            return (float)System.Math.Sin(x);
        }
    }

    public static class Random
    {
        private static readonly System.Random random = new System.Random(1);

        public static float Range(float low, float high)
        {
            return low + (high - low) * (float)random.NextDouble();
        }
    }

    public static class Time
    {
        public const float deltaTime = 1 / 60f;
    }

    public static class Debug
    {
        public static int Warnings;

        public static void LogWarning(string text)
        {
            Warnings++;
            System.Console.WriteLine(text);
        }
    }

    /// <summary>Calls what Unity calls.</summary>
    public static class Player
    {
        public static void Play(MonoBehaviour behaviour, int frames)
        {
            Call(behaviour, "OnEnable");
            for (int frame = 0; frame < frames; frame++)
            {
                Call(behaviour, "Update");
            }
            Call(behaviour, "OnDisable");
        }

        private static void Call(MonoBehaviour behaviour, string name)
        {
            var flags = BindingFlags.Instance | BindingFlags.NonPublic;
            behaviour.GetType().GetMethod(name, flags).Invoke(behaviour, null);
        }
    }
}
